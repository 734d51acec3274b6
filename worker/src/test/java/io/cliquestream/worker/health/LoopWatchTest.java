package io.cliquestream.worker.health;

import io.cliquestream.worker.Polling;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A loop that stands still is told from one that turns. */
final class LoopWatchTest {
  private static final long LIMIT_SECONDS = 60;

  @Test
  void aLoopThatStandsStillIsDownUntilItTurnsAgain() throws Exception {
    Vertx vertx = Vertx.vertx();
    try {
      Context loop = vertx.getOrCreateContext();
      var watch = new LoopWatch(vertx, loop, Duration.ofSeconds(2));
      var goOn = new CountDownLatch(1);
      loop.runOnContext(_ -> hold(goOn));
      eventually(() -> !watch.now().up());
      goOn.countDown();
      eventually(() -> watch.now().up());
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static void hold(CountDownLatch goOn) {
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void eventually(Callable<Boolean> condition) {
    Polling.until(Duration.ofSeconds(LIMIT_SECONDS), "nothing changed", condition);
  }
}
