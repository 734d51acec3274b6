package io.cliquestream.cli.campaign;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Looks at every worker while the broker is away: how long until each says that it is not ready,
 * busy as it is.
 */
final class OutageWatch implements AutoCloseable {
  private static final long LOOK_MILLIS = 50;
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<URI> workers = new ArrayList<>();
  private double slowest;
  private int silent;

  /** Adds a worker by the port of its health. */
  void add(int httpPort) {
    workers.add(URI.create("http://127.0.0.1:" + httpPort + "/ready"));
  }

  /** Takes as long as the broker is to be away, from the moment that it is gone. */
  void look(Duration away) throws InterruptedException {
    long start = System.nanoTime();
    var ready = new ArrayList<>(workers);
    while (!ready.isEmpty() && System.nanoTime() - start < away.toNanos()) {
      for (Iterator<URI> each = ready.iterator(); each.hasNext(); ) {
        if (!isReady(each.next())) {
          each.remove();
          slowest = Math.max(slowest, (System.nanoTime() - start) / 1e9);
        }
      }
      Thread.sleep(LOOK_MILLIS);
    }
    silent += ready.size();
    long left = away.toNanos() - (System.nanoTime() - start);
    TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
  }

  /** Seconds until the slowest worker said that it was not ready. */
  double slowestNotReady() {
    return slowest;
  }

  /** Times that a worker said nothing of it as long as the broker was away. */
  int silent() {
    return silent;
  }

  /** A worker that does not answer, because it was killed a moment ago, is not ready either. */
  private boolean isReady(URI worker) throws InterruptedException {
    try {
      return client
              .send(
                  HttpRequest.newBuilder(worker).timeout(ANSWER).build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
