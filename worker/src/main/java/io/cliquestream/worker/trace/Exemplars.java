package io.cliquestream.worker.trace;

import io.prometheus.metrics.tracer.common.SpanContext;

/**
 * Tells the registry of metrics which trace a measurement is an example of: the one that this
 * thread has made current.
 */
public final class Exemplars implements SpanContext {
  private static final ThreadLocal<io.opentelemetry.api.trace.SpanContext> CURRENT =
      new ThreadLocal<>();
  private static final RunTrace.Scope END = CURRENT::remove;

  static RunTrace.Scope of(io.opentelemetry.api.trace.SpanContext run) {
    CURRENT.set(run);
    return END;
  }

  @Override
  public String getCurrentTraceId() {
    var run = CURRENT.get();
    return run == null ? null : run.getTraceId();
  }

  @Override
  public String getCurrentSpanId() {
    var run = CURRENT.get();
    return run == null ? null : run.getSpanId();
  }

  @Override
  public boolean isCurrentSpanSampled() {
    var run = CURRENT.get();
    return run != null && run.isSampled();
  }

  /** Every trace that is recorded here is kept whole. */
  @Override
  public void markCurrentSpanAsExemplar() {}
}
