package io.cliquestream.worker.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;

final class WatchedThreadTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final BlockingQueue<Throwable> lost = new ArrayBlockingQueue<>(2);

  @Test
  void anErrorIsToldOnceAndStaysToBeSeen() throws Exception {
    var thread =
        new WatchedThread(
                "dying",
                LIMIT,
                _ -> {
                  throw new OutOfMemoryError("of a test");
                },
                lost::add)
            .start();
    assertThat(lost.poll(30, TimeUnit.SECONDS)).isInstanceOf(OutOfMemoryError.class);
    assertThat(thread.join(LIMIT)).isTrue();
    assertThat(lost).isEmpty();
    assertThat(thread.health().alive()).isFalse();
    assertThat(thread.health().isHealthy()).isFalse();
    assertThat(thread.health().failure()).containsInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void anOrderlyEndIsNoFailure() throws Exception {
    var thread = new WatchedThread("ending", LIMIT, WatchedThread::progressed, lost::add).start();
    assertThat(thread.join(LIMIT)).isTrue();
    assertThat(thread.health().alive()).isFalse();
    assertThat(thread.health().isHealthy()).isTrue();
    assertThat(lost).isEmpty();
  }

  @Test
  void aThreadWithoutProgressIsStuckUntilItGetsOn() throws Exception {
    var goOn = new CountDownLatch(1);
    var wentOn = new CountDownLatch(1);
    var leave = new CountDownLatch(1);
    var thread =
        new WatchedThread(
                "stuck",
                Duration.ofMillis(1),
                self -> {
                  goOn.await();
                  self.progressed();
                  wentOn.countDown();
                  leave.await();
                },
                lost::add)
            .start();
    while (!thread.health().isStuck()) {
      Thread.onSpinWait();
    }
    Duration before = thread.health().sinceProgress();
    while (thread.health().sinceProgress().compareTo(before.plusMillis(50)) < 0) {
      Thread.onSpinWait();
    }
    long beforeProgress = System.nanoTime();
    goOn.countDown();
    wentOn.await();
    assertThat(thread.health().sinceProgress().toNanos())
        .isLessThanOrEqualTo(System.nanoTime() - beforeProgress);
    leave.countDown();
    assertThat(thread.join(LIMIT)).isTrue();
  }

  @Test
  void aKafkaClientInterruptedAtAnOrderlyEndWasCalledALostThread() throws Exception {
    var left = new CountDownLatch(1);
    var thread =
        new WatchedThread(
                "leaving",
                LIMIT,
                _ -> {
                  left.await();
                  throw new InterruptException(new InterruptedException());
                },
                lost::add)
            .start();
    thread.leave();
    left.countDown();
    assertThat(thread.join(LIMIT)).isTrue();
    assertThat(lost).isEmpty();
    assertThat(thread.health().failure()).isEmpty();
  }

  @Test
  void aThreadThatWasToLeaveBeforeItsStartDoesNotStart() throws Exception {
    var thread = new WatchedThread("late", LIMIT, WatchedThread::progressed, lost::add);
    assertThat(thread.isStarted()).isFalse();
    thread.leave();
    assertThat(thread.start().isStarted()).isFalse();
    assertThat(thread.join(LIMIT)).isTrue();
    assertThat(lost).isEmpty();
  }
}
