package io.cliquestream.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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

  private static void eventually(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("nothing changed").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
