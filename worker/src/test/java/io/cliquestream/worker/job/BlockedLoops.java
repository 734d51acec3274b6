package io.cliquestream.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects what Vert.x's blocked-thread checker finds, so that a test can fail on it. */
final class BlockedLoops {
  private static final List<String> FOUND = new CopyOnWriteArrayList<>();

  private BlockedLoops() {}

  static void watch(Vertx vertx) {
    ((VertxInternal) vertx)
        .blockedThreadChecker()
        .setThreadBlockedHandler(
            event -> {
              // Worker threads may block: that is what they are for.
              if (event.thread().getName().contains("eventloop")) {
                FOUND.add(
                    event.thread().getName()
                        + " for "
                        + event.duration() / 1_000_000
                        + " ms: "
                        + List.of(event.thread().getStackTrace()));
              }
            });
  }

  static void requireNone() {
    List<String> found = List.copyOf(FOUND);
    FOUND.clear();
    assertThat(found).as("event loops that were blocked").isEmpty();
  }
}
