package io.cliquestream.worker.jobs.state;

import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.jobs.JobCoordinator;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings newly assigned partitions up, in this order: the cancel requests of the recent past, the
 * partition's memory (answered ids and standing jobs), its graphs, then its jobs.
 *
 * <p>A step that fails is tried again after a bounded pause. A partition that is not restored
 * within its limit stays paused, keeps being restored, and makes the worker not ready: no job is
 * ever answered "graph unknown" because the worker had not read far enough. Confined to the
 * coordinator's event loop, but for reading the memory.
 */
public final class PartitionRestore implements JobCoordinator.Assignments {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionRestore.class);

  private final JobServiceSettings settings;
  private final Vertx vertx;
  private final Context context;
  private final GraphStore graphs;
  private final StateTopic stateTopic;
  private final Admin admin;
  private final ExecutorService reader;
  private final Future<Void> controlRead;
  private final JobCoordinator coordinator;
  private final Map<Integer, Restoring> restoring = new HashMap<>();
  private volatile int late;

  private record Restoring(long epoch, long startNanos) {}

  public PartitionRestore(
      JobServiceSettings settings,
      Vertx vertx,
      Context context,
      GraphStore graphs,
      StateTopic stateTopic,
      Admin admin,
      ExecutorService reader,
      Future<Void> controlRead,
      JobCoordinator coordinator) {
    this.settings = settings;
    this.vertx = vertx;
    this.context = context;
    this.graphs = graphs;
    this.stateTopic = stateTopic;
    this.admin = admin;
    this.reader = reader;
    this.controlRead = controlRead;
    this.coordinator = coordinator;
  }

  /** Whether a partition has not been restored within its limit. */
  public boolean isLate() {
    return late > 0;
  }

  @Override
  public void assigned(int partition, long epoch) {
    var current = new Restoring(epoch, System.nanoTime());
    restoring.put(partition, current);
    vertx.setTimer(settings.jobs().restoreLimit().toMillis(), _ -> checkLate(partition, current));
    controlRead.onComplete(_ -> context.runOnContext(_ -> readMemory(partition, current)));
  }

  @Override
  public void revoked(int partition, long epoch, boolean moved) {
    Restoring current = restoring.get(partition);
    if (current != null && current.epoch() == epoch) {
      restoring.remove(partition);
      countLate();
    }
    if (moved) {
      graphs
          .release(partition)
          .onFailure(e -> LOG.warn("the graphs of partition {} were not released", partition, e));
    }
  }

  private void checkLate(int partition, Restoring current) {
    if (isCurrent(partition, current)) {
      LOG.error(
          "partition {} is not restored after {}; its jobs wait",
          partition,
          settings.jobs().restoreLimit());
      countLate();
    }
  }

  private void countLate() {
    long now = System.nanoTime();
    late =
        (int)
            restoring.values().stream()
                .filter(r -> now - r.startNanos() >= settings.jobs().restoreLimit().toNanos())
                .count();
  }

  private void readMemory(int partition, Restoring current) {
    if (!isCurrent(partition, current)) {
      return;
    }
    reader.execute(
        () -> {
          try {
            PartitionMemory memory = stateTopic.load(admin, partition);
            context.runOnContext(_ -> restoreGraphs(partition, current, memory));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (RuntimeException e) {
            LOG.warn("the state of partition {} cannot be read; trying again", partition, e);
            context.runOnContext(_ -> later(() -> readMemory(partition, current)));
          }
        });
  }

  private void restoreGraphs(int partition, Restoring current, PartitionMemory memory) {
    if (!isCurrent(partition, current)) {
      return;
    }
    var opened = new ActivePartition(partition, current.epoch(), memory);
    coordinator.open(opened);
    awaitGraphs(opened, current);
  }

  private void awaitGraphs(ActivePartition opened, Restoring current) {
    if (!isCurrent(opened.partition(), current)) {
      return;
    }
    graphs
        .restore(opened.partition())
        .onComplete(
            restored ->
                context.runOnContext(
                    _ -> {
                      if (!isCurrent(opened.partition(), current)) {
                        return;
                      }
                      if (restored.succeeded()) {
                        restoring.remove(opened.partition());
                        countLate();
                        coordinator.activate(opened);
                      } else {
                        LOG.warn(
                            "the graphs of partition {} were not restored; trying again",
                            opened.partition(),
                            restored.cause());
                        later(() -> awaitGraphs(opened, current));
                      }
                    }));
  }

  private boolean isCurrent(int partition, Restoring current) {
    return current.equals(restoring.get(partition));
  }

  private void later(Runnable attempt) {
    vertx.setTimer(settings.jobs().maximumBackoff().toMillis(), _ -> attempt.run());
  }
}
