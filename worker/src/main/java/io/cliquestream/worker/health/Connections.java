package io.cliquestream.worker.health;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds the connections of the management server: their number, and how long one may be open
 * without sending a whole request. The second is what an idle timeout does not do, which every
 * single byte of a slow sender puts off.
 */
final class Connections {
  private final Vertx vertx;
  private final int maximum;
  private final long patienceMillis;
  private final AtomicInteger open = new AtomicInteger();
  private final Map<HttpConnection, Long> timers = new ConcurrentHashMap<>();

  Connections(Vertx vertx, int maximum, long patienceMillis) {
    this.vertx = vertx;
    this.maximum = maximum;
    this.patienceMillis = patienceMillis;
  }

  /** A connection began. */
  void opened(HttpConnection connection) {
    boolean tooMany = open.incrementAndGet() > maximum;
    connection.closeHandler(
        _ -> {
          open.decrementAndGet();
          stopWaiting(connection);
        });
    if (tooMany) {
      var _ = connection.close();
    } else {
      await(connection);
    }
  }

  /** A whole request arrived; the next one is waited for when this one's answer is sent. */
  void asked(HttpServerRequest request) {
    HttpConnection connection = request.connection();
    stopWaiting(connection);
    request.response().endHandler(_ -> await(connection));
  }

  private void await(HttpConnection connection) {
    timers.put(connection, vertx.setTimer(patienceMillis, _ -> connection.close()));
  }

  private void stopWaiting(HttpConnection connection) {
    Long timer = timers.remove(connection);
    if (timer != null) {
      vertx.cancelTimer(timer);
    }
  }
}
