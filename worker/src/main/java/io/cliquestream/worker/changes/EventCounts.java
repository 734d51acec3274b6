package io.cliquestream.worker.changes;

import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;

/** Counts what becomes of events; one for all lanes. Thread-safe. */
record EventCounts(
    Counter taken,
    Counter late,
    Counter loops,
    Counter refused,
    Counter outOfOrder,
    Counter expired,
    Counter versions,
    Counter snapshots,
    Counter deadLetters,
    Counter restarts,
    Timer commit,
    Timer snapshotWait) {
  static EventCounts of(WorkerMetrics metrics) {
    return new EventCounts(
        metrics.counter(Metric.CHANGES, "outcome", "taken"),
        metrics.counter(Metric.CHANGES, "outcome", "late"),
        metrics.counter(Metric.CHANGES, "outcome", "loop"),
        metrics.counter(Metric.CHANGES, "outcome", "refused"),
        metrics.counter(Metric.CHANGES_OUT_OF_ORDER),
        metrics.counter(Metric.CHANGES_EXPIRED),
        metrics.counter(Metric.STREAM_VERSIONS, "kind", "delta"),
        metrics.counter(Metric.STREAM_VERSIONS, "kind", "snapshot"),
        metrics.counter(Metric.DEAD_LETTERS, "topic", "changes"),
        metrics.counter(Metric.STREAM_RESTARTS),
        metrics.timer(Metric.STREAM_COMMIT),
        metrics.timer(Metric.STREAM_SNAPSHOT_WAIT));
  }
}
