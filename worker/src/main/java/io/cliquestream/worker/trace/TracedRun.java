package io.cliquestream.worker.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.TraceParent;
import io.cliquestream.kernels.answer.JobOutcome.Slice;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A run that is recorded. Steps become spans when they end, so a run that its worker does not
 * survive leaves what it had ended. Spans of one run are put on one line of time: the monotonic
 * clock, told as the calendar's was when the run began.
 */
final class TracedRun implements RunTrace {
  private record Sample(long nanos, String phase, double fraction, double workPerSecond) {}

  /** Events of one attempt that are kept: a long job is seen at its beginning and as a whole. */
  private static final int MOST_EVENTS = 64;

  private final Tracer tracer;
  private final Span run;
  private final Context context;
  private final long epochOfNanos;
  private final List<Sample> samples = new ArrayList<>();
  private Step step = Step.ADMIT;
  private long stepNanos;
  private boolean ended;

  /**
   * @param run its span, started
   * @param epochOfNanos the calendar's time, in nanoseconds since 1970, when the monotonic clock
   *     stood at zero
   * @param nanos when the run was taken
   */
  TracedRun(Tracer tracer, Span run, long epochOfNanos, long nanos) {
    this.tracer = tracer;
    this.run = run;
    this.context = Context.root().with(run);
    this.epochOfNanos = epochOfNanos;
    this.stepNanos = nanos;
  }

  /** That of the whole run. */
  Span span() {
    return run;
  }

  @Override
  public Optional<byte[]> header(Optional<byte[]> received) {
    SpanContext mine = run.getSpanContext();
    return Optional.of(
        new TraceParent(mine.getTraceId(), mine.getSpanId(), mine.isSampled())
            .text()
            .getBytes(UTF_8));
  }

  @Override
  public Scope current() {
    return Exemplars.of(run.getSpanContext());
  }

  @Override
  public synchronized void begin(Step next) {
    if (!ended && next != step) {
      long now = System.nanoTime();
      finish(step.text(), stepNanos, now).end(epoch(now), TimeUnit.NANOSECONDS);
      step = next;
      stepNanos = now;
    }
  }

  @Override
  public synchronized void started(long nanos) {
    finish(step.text(), stepNanos, nanos).end(epoch(nanos), TimeUnit.NANOSECONDS);
    step = Step.COMPUTE;
    stepNanos = nanos;
    samples.clear();
  }

  @Override
  public synchronized void computed(
      long prepareNanos,
      long computeNanos,
      String engine,
      Map<String, String> plan,
      List<Slice> slices) {
    long now = System.nanoTime();
    long prepared = Math.min(now, stepNanos + prepareNanos);
    long computed = Math.min(now, prepared + computeNanos);
    if (!slices.isEmpty()) {
      // A device's process prepared for longer than it knows of: the graph had to come to it.
      long last = slices.stream().mapToLong(Slice::endNanos).max().orElseThrow();
      computed = Math.clamp(last, computed, now);
      long first = Math.min(slices.getFirst().startNanos(), computed - computeNanos);
      prepared = Math.clamp(first, stepNanos, computed);
      samples.clear();
    }
    finish("prepare", stepNanos, prepared).end(epoch(prepared), TimeUnit.NANOSECONDS);
    Span compute = finish(Step.COMPUTE.text(), prepared, computed);
    compute.setAttribute(SpanNames.ENGINE, engine);
    plan.forEach(
        (what, choice) ->
            compute.setAttribute(AttributeKey.stringKey(SpanNames.PLAN_PREFIX + what), choice));
    slices.stream().limit(MOST_EVENTS).forEach(slice -> add(compute, slice));
    endAttempt(compute, computed, Step.COMMIT);
  }

  private void add(Span compute, Slice slice) {
    compute.addEvent(
        SpanNames.SLICE_EVENT,
        Attributes.of(
            SpanNames.SECONDS,
            (slice.endNanos() - slice.startNanos()) / 1e9,
            SpanNames.SHARE,
            slice.share(),
            SpanNames.LAUNCHES,
            (long) slice.launches()),
        epoch(slice.startNanos()),
        TimeUnit.NANOSECONDS);
  }

  @Override
  public synchronized void displaced() {
    long now = System.nanoTime();
    Span compute = finish(Step.COMPUTE.text(), stepNanos, now);
    compute.setAttribute(SpanNames.DISPLACED, true);
    endAttempt(compute, now, Step.QUEUE);
  }

  @Override
  public synchronized void stopped(String code, String message) {
    if (step == Step.COMPUTE) {
      long now = System.nanoTime();
      Span compute = finish(Step.COMPUTE.text(), stepNanos, now);
      fail(compute, code, message);
      endAttempt(compute, now, Step.COMMIT);
    }
  }

  private void endAttempt(Span compute, long end, Step next) {
    for (Sample sample : samples) {
      compute.addEvent(
          SpanNames.PROGRESS_EVENT,
          Attributes.of(
              SpanNames.PHASE, sample.phase(),
              SpanNames.FRACTION, sample.fraction(),
              SpanNames.WORK_RATE, sample.workPerSecond()),
          epoch(sample.nanos()),
          TimeUnit.NANOSECONDS);
    }
    samples.clear();
    compute.end(epoch(end), TimeUnit.NANOSECONDS);
    step = next;
    stepNanos = end;
  }

  @Override
  public synchronized void failed(String code, String message) {
    fail(run, code, message);
  }

  @Override
  public synchronized void progress(String phase, double fraction, double workPerSecond) {
    if (step == Step.COMPUTE && !ended) {
      if (samples.size() == MOST_EVENTS) {
        // Every second one goes: what is left still spans the whole attempt.
        for (int i = samples.size() - 1; i > 0; i -= 2) {
          samples.remove(i);
        }
      }
      samples.add(new Sample(System.nanoTime(), phase, fraction, workPerSecond));
    }
  }

  @Override
  public synchronized void committed(String status, String code, String message) {
    run.setAttribute(SpanNames.STATUS, status);
    if (!code.isEmpty()) {
      fail(run, code, message);
    }
    end("committed");
  }

  @Override
  public synchronized void ended(String outcome) {
    end(outcome);
  }

  @Override
  public synchronized void givenBack() {
    end("given-back");
  }

  private void end(String outcome) {
    if (!ended) {
      ended = true;
      long now = System.nanoTime();
      finish(step.text(), stepNanos, now).end(epoch(now), TimeUnit.NANOSECONDS);
      run.setAttribute(SpanNames.OUTCOME, outcome);
      run.end(epoch(now), TimeUnit.NANOSECONDS);
    }
  }

  private static void fail(Span span, String code, String message) {
    span.setAttribute(SpanNames.ERROR, code);
    span.setStatus(StatusCode.ERROR, message);
  }

  /** A step that is over but for what it is to carry. */
  private Span finish(String name, long start, long end) {
    return tracer
        .spanBuilder(name)
        .setParent(context)
        .setStartTimestamp(epoch(Math.min(start, end)), TimeUnit.NANOSECONDS)
        .startSpan();
  }

  private long epoch(long nanos) {
    return nanos + epochOfNanos;
  }
}
