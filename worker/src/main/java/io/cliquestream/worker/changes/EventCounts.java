package io.cliquestream.worker.changes;

import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;

/** Counts what becomes of events; one for all lanes. Thread-safe. */
final class EventCounts {
  private final Counter taken;
  private final Counter late;
  private final Counter loops;
  private final Counter outOfOrder;
  private final Counter expired;
  private final Counter refused;
  private final Counter versions;
  private final Counter snapshots;
  private final Counter deadLetters;
  private final Counter restarts;
  private final Timer commit;
  private final Timer snapshotWait;

  EventCounts(WorkerMetrics metrics) {
    taken = metrics.counter(Metric.CHANGES, "outcome", "taken");
    late = metrics.counter(Metric.CHANGES, "outcome", "late");
    loops = metrics.counter(Metric.CHANGES, "outcome", "loop");
    refused = metrics.counter(Metric.CHANGES, "outcome", "refused");
    outOfOrder = metrics.counter(Metric.CHANGES_OUT_OF_ORDER);
    expired = metrics.counter(Metric.CHANGES_EXPIRED);
    versions = metrics.counter(Metric.STREAM_VERSIONS, "kind", "delta");
    snapshots = metrics.counter(Metric.STREAM_VERSIONS, "kind", "snapshot");
    deadLetters = metrics.counter(Metric.DEAD_LETTERS, "topic", "changes");
    restarts = metrics.counter(Metric.STREAM_RESTARTS);
    commit = metrics.timer(Metric.STREAM_COMMIT);
    snapshotWait = metrics.timer(Metric.STREAM_SNAPSHOT_WAIT);
  }

  void taken() {
    taken.increment();
  }

  void late() {
    late.increment();
  }

  void loop() {
    loops.increment();
  }

  void outOfOrder() {
    outOfOrder.increment();
  }

  void expired() {
    expired.increment();
  }

  void refused(int events) {
    refused.increment(events);
  }

  void version() {
    versions.increment();
  }

  void snapshot() {
    snapshots.increment();
  }

  void deadLetters(int letters) {
    deadLetters.increment(letters);
  }

  void restart() {
    restarts.increment();
  }

  Timer commit() {
    return commit;
  }

  Timer snapshotWait() {
    return snapshotWait;
  }
}
