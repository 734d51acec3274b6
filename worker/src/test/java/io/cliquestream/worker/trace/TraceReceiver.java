package io.cliquestream.worker.trace;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/** Receives spans as a collector does: OTLP over HTTP, protobuf. */
public final class TraceReceiver implements AutoCloseable {
  /**
   * A span as it came.
   *
   * @param service the sender's service.name
   * @param attributes of the span, as text
   */
  public record Received(
      String service,
      String namesVersion,
      String traceId,
      String id,
      String parentId,
      String name,
      long start,
      long end,
      boolean failed,
      Map<String, String> attributes,
      List<Event> events) {}

  /**
   * An event of a span.
   *
   * @param attributes as text
   */
  public record Event(String name, long time, Map<String, String> attributes) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Received> spans = new ArrayList<>();
  private final Map<String, String> headers = new HashMap<>();
  private final CountDownLatch open;

  private TraceReceiver(boolean answering) throws IOException {
    open = new CountDownLatch(answering ? 0 : 1);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::take);
    server.setExecutor(threads);
    server.start();
  }

  /** One that takes everything at once. */
  public static TraceReceiver start() throws IOException {
    return new TraceReceiver(true);
  }

  /** One that accepts requests and answers none until it is closed. */
  public static TraceReceiver thatNeverAnswers() throws IOException {
    return new TraceReceiver(false);
  }

  /** For {@code traces.otlp-endpoint}. */
  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
  }

  /** Waits until so many spans fit, and gives all that do. */
  public synchronized List<Received> await(int count, Predicate<Received> which)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      List<Received> found = spans.stream().filter(which).toList();
      if (found.size() >= count) {
        return found;
      }
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new AssertionError(count + " spans were awaited, among " + spans);
      }
      wait(left);
    }
  }

  /** Everything that came. */
  public synchronized List<Received> spans() {
    return List.copyOf(spans);
  }

  /** A header of the last request. */
  public synchronized String header(String name) {
    return headers.get(name);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
      ExportTraceServiceRequest request;
      try (InputStream body = exchange.getRequestBody();
          InputStream plain = zipped ? new GZIPInputStream(body) : body) {
        request = ExportTraceServiceRequest.parseFrom(plain);
      }
      open.await();
      synchronized (this) {
        exchange
            .getRequestHeaders()
            .forEach((name, values) -> headers.put(name, values.getFirst()));
        request.getResourceSpansList().forEach(this::add);
        notifyAll();
      }
      exchange.sendResponseHeaders(200, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void add(ResourceSpans resource) {
    Map<String, String> sender = attributes(resource.getResource().getAttributesList());
    for (ScopeSpans scope : resource.getScopeSpansList()) {
      for (Span span : scope.getSpansList()) {
        spans.add(
            new Received(
                sender.get("service.name"),
                sender.get("cliquestream.traces.version"),
                HexFormat.of().formatHex(span.getTraceId().toByteArray()),
                HexFormat.of().formatHex(span.getSpanId().toByteArray()),
                HexFormat.of().formatHex(span.getParentSpanId().toByteArray()),
                span.getName(),
                span.getStartTimeUnixNano(),
                span.getEndTimeUnixNano(),
                span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR,
                attributes(span.getAttributesList()),
                span.getEventsList().stream().map(TraceReceiver::event).toList()));
      }
    }
  }

  private static Event event(Span.Event event) {
    return new Event(
        event.getName(), event.getTimeUnixNano(), attributes(event.getAttributesList()));
  }

  private static Map<String, String> attributes(List<KeyValue> list) {
    var attributes = new HashMap<String, String>();
    list.forEach(pair -> attributes.put(pair.getKey(), text(pair.getValue())));
    return attributes;
  }

  private static String text(AnyValue value) {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> value.getStringValue();
      case INT_VALUE -> Long.toString(value.getIntValue());
      case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
      case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
      default -> value.toString();
    };
  }

  @Override
  public void close() {
    open.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
