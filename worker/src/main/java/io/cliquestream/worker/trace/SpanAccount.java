package io.cliquestream.worker.trace;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts spans on their way out, and says once when the receiver begins to refuse them and once
 * when it takes them again. What ended and was neither taken nor refused waits, or was dropped.
 */
final class SpanAccount implements SpanExporter {
  private static final Logger LOG = LoggerFactory.getLogger(SpanAccount.class);

  private final String endpoint;
  private final SpanExporter exporter;
  private final LongAdder ended = new LongAdder();
  private final LongAdder exported = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final AtomicBoolean failing = new AtomicBoolean();

  SpanAccount(String endpoint, SpanExporter exporter) {
    this.endpoint = endpoint;
    this.exporter = exporter;
  }

  /** Spans of runs that have ended; dropped ones, too. */
  double ended() {
    return ended.sum();
  }

  /** Spans that the receiver has taken. */
  double exported() {
    return exported.sum();
  }

  /** Spans that the receiver did not take. */
  double failed() {
    return failed.sum();
  }

  /** Counts spans that end. */
  SpanProcessor ends() {
    return new SpanProcessor() {
      @Override
      public void onStart(Context parent, ReadWriteSpan span) {}

      @Override
      public boolean isStartRequired() {
        return false;
      }

      @Override
      public void onEnd(ReadableSpan span) {
        ended.increment();
      }

      @Override
      public boolean isEndRequired() {
        return true;
      }
    };
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    int count = spans.size();
    CompletableResultCode result = exporter.export(spans);
    return result.whenComplete(() -> account(count, result));
  }

  private void account(int spans, CompletableResultCode result) {
    if (result.isSuccess()) {
      exported.add(spans);
      if (failing.compareAndSet(true, false)) {
        LOG.info("{} takes spans again", endpoint);
      }
    } else {
      failed.add(spans);
      if (failing.compareAndSet(false, true)) {
        Throwable cause = result.getFailureThrowable();
        LOG.warn(
            "{} does not take spans, which are lost; jobs are not held up: {}",
            endpoint,
            cause == null ? "no answer in time" : cause.toString());
      }
    }
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
