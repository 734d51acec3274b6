package io.cliquestream.worker.out;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.TraceParent;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Puts the contract's headers on records: CloudEvents in binary mode, and the job's trace. */
public final class EventHeaders {
  private static final byte[] SPEC_VERSION = HeaderNames.SPEC_VERSION_VALUE.getBytes(UTF_8);
  private static final byte[] CONTENT_TYPE = HeaderNames.CONTENT_TYPE_VALUE.getBytes(UTF_8);

  /** Of a {@code traceparent} of version 00. */
  private static final int TRACE_BYTES = 55;

  /** The last time that was written, which many records of one run share. */
  private static volatile Stamp last = new Stamp(0, new byte[0]);

  private record Stamp(long millis, byte[] text) {}

  private EventHeaders() {}

  private static byte[] time() {
    long now = System.currentTimeMillis();
    Stamp stamp = last;
    if (stamp.millis != now) {
      stamp = new Stamp(now, Instant.ofEpochMilli(now).toString().getBytes(UTF_8));
      last = stamp;
    }
    return stamp.text;
  }

  /** The trace that a record belongs to, as it came; a malformed one is ignored, as W3C says. */
  static Optional<byte[]> trace(Headers headers) {
    Header trace = headers.lastHeader(HeaderNames.TRACE_PARENT);
    return trace == null || trace.value() == null || trace.value().length > TRACE_BYTES
        ? Optional.empty()
        : TraceParent.parse(new String(trace.value(), UTF_8)).map(_ -> trace.value());
  }

  /** Puts them on a record that is made now. */
  public static void add(
      Headers headers, String id, String source, String type, Optional<byte[]> trace) {
    headers
        .add(HeaderNames.ID, id.getBytes(UTF_8))
        .add(HeaderNames.SOURCE, source.getBytes(UTF_8))
        .add(HeaderNames.TYPE, type.getBytes(UTF_8))
        .add(HeaderNames.SPEC_VERSION, SPEC_VERSION)
        .add(HeaderNames.TIME, time())
        .add(HeaderNames.CONTENT_TYPE, CONTENT_TYPE);
    trace.ifPresent(value -> headers.add(HeaderNames.TRACE_PARENT, value));
  }
}
