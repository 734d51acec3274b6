package io.cliquestream.worker.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;

/** The span of one part of a job that several workers compute; ended once, by its thread. */
public record PartTrace(Span span) {
  /** A part that is not traced. */
  static final PartTrace NONE = new PartTrace(Span.getInvalid());

  /**
   * The part is done with.
   *
   * @param outcome done, failed, dropped, handed-over or given-back
   */
  public void ended(String outcome, boolean failed) {
    span.setAttribute(SpanNames.OUTCOME, outcome);
    if (failed) {
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }
}
