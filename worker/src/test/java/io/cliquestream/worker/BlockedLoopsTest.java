package io.cliquestream.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** That the watcher of event loops sees what it is there for, and nothing else. */
final class BlockedLoopsTest {
  private final Vertx vertx = BlockedLoops.vertx();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private void onLoop(Runnable turn) throws Exception {
    var done = new CountDownLatch(1);
    vertx
        .getOrCreateContext()
        .runOnContext(
            _ -> {
              turn.run();
              done.countDown();
            });
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
  }

  /** Processor time of this thread, whatever else the machine does. */
  private static void compute(long millis) {
    var threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** Waits as long as the watcher takes to see it. */
  private static List<String> awaitFound(long seconds) {
    var found = new ArrayList<String>();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (found.isEmpty() && System.nanoTime() < end) {
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      found.addAll(BlockedLoops.take());
    }
    return found;
  }

  @Test
  void aTurnThatComputedForAThirdOfASecondWasTolerated() throws Exception {
    onLoop(() -> compute(3 * WatchedLoop.BUSY_MILLIS));
    assertThat(awaitFound(1)).singleElement().asString().contains("computing", "compute");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aTurnThatWaitedForAnotherThreadIsFound() throws Exception {
    onLoop(
        () ->
            assertThat(awaitFound(60)).singleElement().asString().contains("ms waiting", "sleep"));
  }

  @Test
  void manyShortTurnsAreNone() throws Exception {
    for (int turn = 0; turn < 60; turn++) {
      onLoop(() -> compute(WatchedLoop.BUSY_MILLIS / 10));
    }
    BlockedLoops.requireNone();
  }
}
