package io.cliquestream.worker.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.JobKind;
import io.cliquestream.contract.TraceParent;
import io.cliquestream.v1.JobRequest;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Begins the traces of runs, or none where nothing is traced.
 *
 * @param tracer null when nothing is traced
 * @param groupId the workers' consumer group
 */
public record JobTraces(Tracer tracer, String groupId) {
  /** Nothing is traced. */
  public static final JobTraces OFF = new JobTraces(null, "");

  private static final String KAFKA = "kafka";

  /**
   * Traces what a provider's sampler lets through.
   *
   * @param groupId the workers' consumer group
   */
  public static JobTraces of(TracerProvider provider, String groupId) {
    return new JobTraces(provider.get(SpanNames.SCOPE, SpanNames.VERSION), groupId);
  }

  /**
   * A record of the jobs topic was taken. Its trace is a child of what its header names, whose
   * sampling is respected; without one, the share that is set decides.
   *
   * @param nanos when it was taken
   * @param parent the record's traceparent, well-formed
   */
  public RunTrace taken(
      ConsumerRecord<byte[], byte[]> record, long nanos, Optional<byte[]> parent) {
    if (tracer == null) {
      return RunTrace.NONE;
    }
    long epochOfNanos = epochOfNanos();
    long taken = nanos + epochOfNanos;
    // The writer's clock may be ahead of ours.
    long written = Math.min(taken, TimeUnit.MILLISECONDS.toNanos(record.timestamp()));
    Context above = parent.map(JobTraces::above).orElse(Context.root());
    Span run =
        processing(above, record.topic())
            .setAttribute(SpanNames.PARTITION, Integer.toString(record.partition()))
            .setAttribute(SpanNames.OFFSET, record.offset())
            .setStartTimestamp(written, TimeUnit.NANOSECONDS)
            .startSpan();
    if (!run.isRecording()) {
      return RunTrace.NONE;
    }
    tracer
        .spanBuilder("take")
        .setParent(Context.root().with(run))
        .setStartTimestamp(written, TimeUnit.NANOSECONDS)
        .startSpan()
        .end(taken, TimeUnit.NANOSECONDS);
    return new TracedRun(tracer, run, epochOfNanos, nanos);
  }

  /** A standing job has something to do: a trace of its own. */
  public RunTrace due(JobRequest request, long number) {
    if (tracer == null) {
      return RunTrace.NONE;
    }
    long nanos = System.nanoTime();
    Span run =
        tracer
            .spanBuilder("run standing job")
            .setParent(Context.root())
            .setAttribute(SpanNames.RUN, number)
            .startSpan();
    if (!run.isRecording()) {
      return RunTrace.NONE;
    }
    var traced = new TracedRun(tracer, run, epochOfNanos(), nanos);
    describe(run, request);
    return traced;
  }

  /**
   * A part of a job is computed here: a span below the run that cut the job.
   *
   * @param parent the run's traceparent; empty where it is not traced
   */
  public PartTrace part(JobRequest request, int number, String parent) {
    Optional<Context> above =
        tracer == null ? Optional.empty() : TraceParent.parse(parent).map(JobTraces::above);
    if (above.isEmpty()) {
      return PartTrace.NONE;
    }
    Span part =
        tracer
            .spanBuilder("part")
            .setParent(above.get())
            .setAttribute(SpanNames.PART, (long) number)
            .startSpan();
    describe(part, request);
    return new PartTrace(part);
  }

  /** Says which job a trace is of. */
  public void describe(RunTrace trace, JobRequest request) {
    if (trace instanceof TracedRun traced) {
      describe(traced.span(), request);
    }
  }

  private SpanBuilder processing(Context above, String topic) {
    return tracer
        .spanBuilder("process " + topic)
        .setParent(above)
        .setSpanKind(SpanKind.CONSUMER)
        .setAttribute(SpanNames.SYSTEM, KAFKA)
        .setAttribute(SpanNames.OPERATION, "process")
        .setAttribute(SpanNames.OPERATION_TYPE, "process")
        .setAttribute(SpanNames.DESTINATION, topic)
        .setAttribute(SpanNames.GROUP, groupId);
  }

  private static void describe(Span run, JobRequest request) {
    run.setAttribute(SpanNames.JOB, request.getJobId());
    run.setAttribute(SpanNames.GRAPH, request.getGraphId());
    JobKind.of(request).ifPresent(kind -> run.setAttribute(SpanNames.KIND, kind.text()));
    if (!request.getTenant().isEmpty()) {
      run.setAttribute(SpanNames.TENANT, request.getTenant());
    }
  }

  private static Context above(byte[] header) {
    return TraceParent.parse(new String(header, UTF_8))
        .map(JobTraces::above)
        .orElse(Context.root());
  }

  /** The context of what is a part of something that another process traces. */
  public static Context above(TraceParent parent) {
    return Context.root()
        .with(
            Span.wrap(
                SpanContext.createFromRemoteParent(
                    parent.traceId(),
                    parent.parentId(),
                    parent.sampled() ? TraceFlags.getSampled() : TraceFlags.getDefault(),
                    TraceState.getDefault())));
  }

  private static long epochOfNanos() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - System.nanoTime();
  }
}
