package io.cliquestream.client;

import io.cliquestream.contract.Failures;
import io.cliquestream.contract.TraceParent;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A span for every job that is sent, whose context the record's traceparent hands on to the worker.
 * The names of attributes are OpenTelemetry's of messaging, and {@code cliquestream.job.id}.
 */
final class SendSpans {
  private static final String SCOPE = "io.cliquestream.client";
  private static final String NAMES_VERSION = "1";

  private final Tracer tracer;

  SendSpans(TracerProvider provider) {
    this.tracer = provider.get(SCOPE, NAMES_VERSION);
  }

  /**
   * Sends a job under a span, which ends when the broker has it.
   *
   * @param send told the trace that the record belongs to, if it is one
   */
  CompletableFuture<RecordPosition> during(
      String topic,
      JobRequest request,
      Function<Optional<TraceParent>, CompletableFuture<RecordPosition>> send) {
    Span span =
        tracer
            .spanBuilder("send " + topic)
            .setSpanKind(SpanKind.PRODUCER)
            .setAttribute("messaging.system", "kafka")
            .setAttribute("messaging.operation.name", "send")
            .setAttribute("messaging.operation.type", "send")
            .setAttribute("messaging.destination.name", topic)
            .setAttribute("cliquestream.job.id", request.getJobId())
            .setAttribute("cliquestream.graph.id", request.getGraphId())
            .startSpan();
    return send.apply(trace(span.getSpanContext()))
        .whenComplete(
            (position, failure) -> {
              if (failure == null) {
                span.setAttribute(
                    "messaging.destination.partition.id", Integer.toString(position.partition()));
                span.setAttribute("messaging.kafka.offset", position.offset());
              } else {
                FailureCode code =
                    failure instanceof ClientException known
                        ? known.code()
                        : FailureCode.FAILURE_CODE_INTERNAL;
                span.setAttribute("error.type", Failures.nameOf(code));
                span.setStatus(StatusCode.ERROR, failure.getMessage());
              }
              span.end();
            });
  }

  private static Optional<TraceParent> trace(SpanContext context) {
    return context.isValid()
        ? Optional.of(
            new TraceParent(context.getTraceId(), context.getSpanId(), context.isSampled()))
        : Optional.empty();
  }
}
