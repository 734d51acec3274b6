package io.cliquestream.kernels.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short job once waited for a slice of every long one before each of its kernels. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class SliceTurnsTest {
  private final SliceTurns turns = new SliceTurns();

  @Test
  void longTasksAloneDoNotWaitForEachOther() {
    assertThat(turns.isCrowded()).isFalse();
    turns.take("one", () -> false);
    turns.take("two", () -> false);
    assertThat(turns.isCrowded()).isFalse();
  }

  @Test
  void whileShortTasksComeAndGoOneLongTaskIsOnTheDeviceAtATime() throws Exception {
    // However slow the machine is.
    long hour = TimeUnit.HOURS.toNanos(1);
    var turns = new SliceTurns(hour, hour);
    turns.began();
    turns.ended("short", false);
    assertThat(turns.isCrowded()).isTrue();
    var onDevice = new AtomicInteger();
    var most = new AtomicInteger();
    var done = new CountDownLatch(4);
    for (int task = 0; task < 4; task++) {
      Object one = task;
      Thread _ =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int slice = 0; slice < 20; slice++) {
                      turns.take(one, () -> false);
                      most.accumulateAndGet(onDevice.incrementAndGet(), Math::max);
                      onDevice.decrementAndGet();
                      turns.giveBack(one);
                    }
                    done.countDown();
                  });
    }
    assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
    assertThat(most).hasValue(1);
  }

  @Test
  void aLongTaskLetsAShortOnePassAndStillGetsOn() throws Exception {
    turns.began();
    var taken = CompletableFuture.runAsync(() -> turns.take("long", () -> false));
    // The short one stays: the long one's wait is bounded.
    taken.get(50, TimeUnit.SECONDS);
    turns.giveBack("long");
    var again = CompletableFuture.runAsync(() -> turns.take("long", () -> false));
    turns.ended("short", false);
    again.get(50, TimeUnit.SECONDS);
  }

  @Test
  void aStoppedTaskWaitsForNobody() {
    turns.began();
    turns.take("stopped", () -> true);
    // It took no turn, so that another one can.
    turns.grew();
    turns.take("other", () -> false);
    turns.giveBack("other");
  }

  @Test
  void aTaskThatGrewLongIsInNobodysWay() {
    turns.began();
    turns.grew();
    turns.take("grown", () -> false);
    turns.ended("grown", true);
    turns.take("next", () -> false);
    turns.giveBack("next");
  }
}
