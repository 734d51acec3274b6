package io.cliquestream.worker.changes;

import io.cliquestream.contract.RecordSigner;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.StreamedGraphs;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.thread.WatchedThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Takes in the edge events of this worker's partitions. From any thread; following and releasing
 * return at once.
 */
public final class ChangeIntake implements AutoCloseable {
  /** Longer than any call of Kafka's that a lane makes before it comes round again. */
  private static final Duration MARGIN = Duration.ofSeconds(60);

  private static final Duration LEAVE = Duration.ofSeconds(5);

  private final List<ChangeLane> lanes = new ArrayList<>();
  private final List<WatchedThread> threads = new ArrayList<>();
  private final StreamEncodings encodings;
  private final StreamSnapshots snapshots;
  private final StreamRetirements superfluous;

  /**
   * Starts the lanes; without {@code changes.enabled} there are none, and nothing is taken in.
   *
   * @param memory the account of memory off the heap
   * @param signer signs tombstones for workers that ask who retires
   * @param lost told when a lane ended that should not have
   */
  public ChangeIntake(
      KafkaSettings kafka,
      ChangeSettings settings,
      GraphStore store,
      StreamedGraphs graphs,
      HostMemory memory,
      WorkerMetrics metrics,
      Optional<RecordSigner> signer,
      Consumer<Throwable> lost) {
    var clients = new ChangeClients(kafka, settings);
    var counts = EventCounts.of(metrics);
    encodings = new StreamEncodings(store, graphs, memory, settings.lanes());
    snapshots = new StreamSnapshots(clients, store, graphs, counts, settings.lanes());
    superfluous = new StreamRetirements(clients, signer);
    Duration stuck = kafka.requestTimeout().multipliedBy(4).plus(MARGIN);
    for (int number = 0; number < (settings.enabled() ? settings.lanes() : 0); number++) {
      var lane =
          new ChangeLane(
              number, settings, clients, graphs, counts, encodings, snapshots, superfluous);
      lanes.add(lane);
      threads.add(new WatchedThread("cliquestream-changes-" + number, stuck, lane, lost).start());
    }
    metrics.gauge(
        Metric.STREAMS,
        this,
        here -> here.health().partitions().stream().mapToInt(p -> p.streams()).sum());
    metrics.gauge(Metric.STREAMS_BROKEN, this, here -> here.health().broken());
    metrics.gauge(
        Metric.WINDOW_EVENTS, lanes, all -> all.stream().mapToInt(l -> l.windowEvents()).sum());
    metrics.gauge(
        Metric.CHANGES_LAG,
        this,
        here -> here.health().partitions().stream().mapToLong(p -> p.lag()).sum());
  }

  /** Takes the changes of a partition whose graphs are all there. */
  public void follow(int partition) {
    if (!lanes.isEmpty()) {
      lanes.get(partition % lanes.size()).follow(partition);
    }
  }

  /** Lets go of a partition; does nothing for one that is not followed. */
  public void release(int partition) {
    if (!lanes.isEmpty()) {
      lanes.get(partition % lanes.size()).release(partition);
    }
  }

  /** How it is now; never waits. */
  public ChangeHealth health() {
    return new ChangeHealth(
        lanes.stream()
            .map(ChangeLane::detail)
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse(""),
        lanes.stream()
            .flatMap(lane -> lane.health().stream())
            .sorted(Comparator.comparingInt(ChangeHealth.Partition::partition))
            .toList(),
        threads.stream().map(WatchedThread::health).toList());
  }

  /** The streams that are in memory, as they were within the last second; never waits. */
  public List<StreamStatus> streams() {
    return lanes.stream().flatMap(lane -> lane.streams().stream()).toList();
  }

  /** Ends, within bounds; what is not committed is read again by whoever comes next. */
  @Override
  public void close() {
    lanes.forEach(ChangeLane::stop);
    threads.forEach(WatchedThread::leave);
    try {
      for (WatchedThread thread : threads) {
        if (!thread.join(LEAVE)) {
          thread.interrupt();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    encodings.close();
    snapshots.close();
    superfluous.close();
  }
}
