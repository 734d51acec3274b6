package io.cliquestream.worker.trace;

import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;

/** Shows what becomes of spans; there only where something is traced. */
public final class TraceMetrics {
  private static final String OUTCOME = "outcome";

  private TraceMetrics() {}

  /** Registers {@link Metric#TRACE_SPANS}, by label {@code outcome}. */
  public static void bind(TraceExport export, WorkerMetrics metrics) {
    SpanAccount account = export.account();
    metrics.count(Metric.TRACE_SPANS, account, SpanAccount::ended, OUTCOME, "ended");
    metrics.count(Metric.TRACE_SPANS, account, SpanAccount::exported, OUTCOME, "exported");
    metrics.count(Metric.TRACE_SPANS, account, SpanAccount::failed, OUTCOME, "failed");
  }
}
