package io.cliquestream.worker.jobs.partition;

import io.cliquestream.worker.jobs.JobMeans;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.exchange.ExchangeInbox;
import io.cliquestream.worker.jobs.state.PartitionMemory;
import io.cliquestream.worker.log.WorkerLog;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads every assignment of a partition through its life; see {@link PartitionStage}. The steps:
 * the committed offset, the cancel requests of the recent past, the partition's memory (answered
 * ids and standing jobs), its graphs, then its jobs. The memory comes before the graphs, because it
 * says which versions somebody needs that would go by otherwise.
 *
 * <p>A step that fails is tried again after a bounded pause; until then the partition says why it
 * waits. A partition that the group means to take from another worker has its graphs read before
 * ({@link #wanted}), and then finds them here; the first time, jobs are tried as well. One that is
 * not active within {@code jobs.restore-limit} makes the worker not ready: no job is ever answered
 * "graph unknown" because the worker had not read far enough. Confined to the coordinator's event
 * loop but for what is said otherwise.
 */
public final class PartitionLives {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionLives.class);

  /** Reads the memories of partitions, by number; blocks. */
  @FunctionalInterface
  public interface Memories {
    Map<Integer, PartitionMemory> load(List<Integer> partitions) throws InterruptedException;
  }

  private final JobServiceSettings settings;
  private final Vertx vertx;
  private final Context context;
  private final FollowedGraphs graphs;
  private final Memories memories;
  private final Runnable warmUp;
  private final ExecutorService reader;
  private final Future<Void> controlRead;
  private final ExchangeInbox exchange;
  private final List<PartitionGuest> guests;

  /** Assigned now; written by the event loop, read by any thread. */
  private final Map<Integer, Partition> partitions = new ConcurrentSkipListMap<>();

  /** Whose memories are to be read; the same one twice in a row is read twice. */
  private final Queue<Partition> remembering = new ConcurrentLinkedQueue<>();

  /** Done once, for the first partition that is prepared; null before; used by the event loop. */
  private Future<Void> warm;

  /** Not assigned, but about to be; used by the event loop. */
  private final Set<Integer> preparing = new HashSet<>();

  /**
   * @param warmUp does what first jobs would take long for, on any thread
   * @param reader for memories
   * @param controlRead completes when cancel requests of the recent past are known
   * @param guests in the order in which they are told
   */
  public PartitionLives(
      JobMeans means,
      Memories memories,
      Runnable warmUp,
      ExecutorService reader,
      Future<Void> controlRead,
      ExchangeInbox exchange,
      List<PartitionGuest> guests) {
    this.settings = means.settings();
    this.vertx = means.vertx();
    this.context = means.context();
    this.graphs = new FollowedGraphs(means.graphs());
    this.memories = memories;
    this.warmUp = warmUp;
    this.reader = reader;
    this.controlRead = controlRead;
    this.exchange = exchange;
    this.guests = List.copyOf(guests);
  }

  /** The partition whose jobs this worker answers; null when that is another's, or not active. */
  public Partition active(int number, long epoch) {
    Partition partition = partitions.get(number);
    return partition != null
            && partition.epoch() == epoch
            && partition.stage() == PartitionStage.ACTIVE
        ? partition
        : null;
  }

  /** A copy, so that what is done to each may change the set. */
  public Collection<Partition> all() {
    return List.copyOf(partitions.values());
  }

  /** How each is now, by number; from any thread. */
  public List<PartitionHealth> health() {
    return partitions.values().stream().map(Partition::health).toList();
  }

  /** Whether some partition was not active within its limit; from any thread. */
  public boolean isLate() {
    long limit = settings.jobs().restoreLimit().toNanos();
    return partitions.values().stream()
        .anyMatch(
            partition ->
                partition.stage() != PartitionStage.ACTIVE
                    && System.nanoTime() - partition.assignedNanos() > limit);
  }

  /** Whether every assigned partition is active; from any thread. */
  public boolean allActive() {
    return partitions.values().stream()
        .allMatch(partition -> partition.stage() == PartitionStage.ACTIVE);
  }

  // --- Handover ------------------------------------------------------------------------------

  /** The group will give these partitions of others as soon as their graphs are here. */
  public void wanted(Set<Integer> numbers) {
    for (int number : List.copyOf(preparing)) {
      if (!numbers.contains(number)) {
        preparing.remove(number);
        guests.forEach(guest -> guest.unprepared(number));
        release(number);
      }
    }
    for (int number : numbers) {
      if (!partitions.containsKey(number) && preparing.add(number)) {
        LOG.info("partition {} is prepared before it is taken over", number);
        prepare(number);
      }
    }
  }

  private void prepare(int number) {
    if (!preparing.contains(number)) {
      return;
    }
    // Before its graphs: who knows what is needed of them keeps it when it comes by.
    reader.execute(
        () -> {
          try {
            PartitionMemory memory = memories.load(List.of(number)).get(number);
            context.runOnContext(_ -> prepare(number, memory));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (RuntimeException e) {
            context.runOnContext(_ -> prepareAgain(number, e));
          }
        });
  }

  private void prepareAgain(int number, Throwable cause) {
    LOG.warn("partition {} cannot be prepared; trying again", number, cause);
    vertx.setTimer(settings.jobs().maximumBackoff().toMillis(), _ -> prepare(number));
  }

  private void prepare(int number, PartitionMemory memory) {
    if (!preparing.contains(number)) {
      return;
    }
    guests.forEach(guest -> guest.preparing(number, memory));
    graphs
        .follow(number)
        .onComplete(
            followed ->
                context.runOnContext(
                    _ -> {
                      if (followed.succeeded()) {
                        warm().onComplete(_ -> exchange.ready(number));
                      } else {
                        prepareAgain(number, followed.cause());
                      }
                    }));
  }

  /** While another worker still answers this one can be slow for the first time. */
  private Future<Void> warm() {
    if (warm == null) {
      warm =
          vertx
              .<Void>executeBlocking(
                  () -> {
                    warmUp.run();
                    return null;
                  },
                  false)
              .onFailure(e -> LOG.warn("jobs cannot be tried before there are any", e));
    }
    return warm;
  }

  private void release(int number) {
    graphs
        .release(number)
        .onFailure(e -> LOG.warn("the graphs of partition {} were not released", number, e));
  }

  // --- Steps ---------------------------------------------------------------------------------

  /** The group gave this worker a partition. */
  public void assigned(int number, long epoch) {
    preparing.remove(number);
    var partition = new Partition(number, epoch);
    partitions.put(number, partition);
    WorkerLog.assigned(number);
  }

  /** What became of the former owner's transactions is known. */
  public void positioned(int number, long epoch) {
    Partition partition = partitions.get(number);
    if (partition != null && partition.epoch() == epoch) {
      partition.enter(PartitionStage.REMEMBERING, "control and state topics are being read");
      controlRead.onComplete(_ -> context.runOnContext(_ -> remember(partition)));
    }
  }

  private void remember(Partition partition) {
    if (!partition.isHere()) {
      return;
    }
    remembering.add(partition);
    reader.execute(
        () -> {
          // Whoever came meanwhile is read by the same consumer.
          var together = new ArrayList<Partition>();
          for (Partition next = remembering.poll(); next != null; next = remembering.poll()) {
            together.add(next);
          }
          if (!together.isEmpty()) {
            load(together);
          }
        });
  }

  /** On the reader's thread. */
  private void load(List<Partition> together) {
    try {
      Map<Integer, PartitionMemory> loaded =
          memories.load(together.stream().map(Partition::number).toList());
      context.runOnContext(
          _ -> together.forEach(partition -> restore(partition, loaded.get(partition.number()))));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      context.runOnContext(
          _ ->
              together.forEach(
                  partition ->
                      again(partition, "its state cannot be read", e, () -> remember(partition))));
    }
  }

  private void restore(Partition partition, PartitionMemory memory) {
    if (!partition.isHere()) {
      return;
    }
    partition.remembers(memory);
    partition.enter(PartitionStage.RESTORING, "its graphs are being read");
    guests.forEach(guest -> guest.restoring(partition));
    follow(partition);
  }

  private void follow(Partition partition) {
    if (!partition.isHere()) {
      return;
    }
    graphs
        .follow(partition.number())
        .onComplete(
            followed ->
                context.runOnContext(
                    _ -> {
                      if (followed.succeeded()) {
                        activate(partition);
                      } else {
                        again(
                            partition,
                            "its graphs cannot be read",
                            followed.cause(),
                            () -> follow(partition));
                      }
                    }));
  }

  private void activate(Partition partition) {
    if (!partition.isHere()) {
      return;
    }
    partition.enter(PartitionStage.ACTIVE, "");
    WorkerLog.restored(
        partition.number(), Duration.ofNanos(System.nanoTime() - partition.assignedNanos()));
    guests.forEach(guest -> guest.active(partition));
    exchange.flow(partition.number(), partition.epoch());
  }

  /** The step failed: the partition stays where it is, says why, and tries again. */
  private void again(Partition partition, String what, Throwable cause, Runnable step) {
    if (!partition.isHere()) {
      return;
    }
    partition.stay(what + ": " + cause);
    LOG.warn("partition {}: {}; trying again", partition.number(), what, cause);
    vertx.setTimer(settings.jobs().maximumBackoff().toMillis(), _ -> step.run());
  }

  /**
   * The partition is not this worker's any more. Its graphs go too, also when it is about to be
   * assigned anew: versions that appear in between would be told to nobody.
   */
  public void gone(int number, long epoch) {
    Partition partition = partitions.get(number);
    if (partition == null || partition.epoch() != epoch) {
      return;
    }
    end(partition);
    release(number);
  }

  /** Ends every life, when the service does; the graph store is closed by its owner. */
  public void goneAll() {
    all().forEach(this::end);
  }

  private void end(Partition partition) {
    partitions.remove(partition.number());
    WorkerLog.revoked(partition.number());
    partition.enter(PartitionStage.GONE, "");
    guests.forEach(guest -> guest.gone(partition));
  }
}
