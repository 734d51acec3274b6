package io.cliquestream.kernels.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short job once waited for a slice of every long one before each of its kernels. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class SliceTurnsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final SliceTurns turns = new SliceTurns(Duration.ofSeconds(1), Duration.ofMillis(100));

  /** Of four tasks that take the turn again and again, how many had it at the same time at most. */
  private static int mostAtOnce(SliceTurns turns, Consumer<Object> take) throws Exception {
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
                      take.accept(one);
                      most.accumulateAndGet(onDevice.incrementAndGet(), Math::max);
                      onDevice.decrementAndGet();
                      turns.giveBack(one);
                    }
                    done.countDown();
                  });
    }
    assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
    return most.get();
  }

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
    var turns = new SliceTurns(HOUR, HOUR);
    turns.began();
    turns.ended("short", false);
    assertThat(turns.isCrowded()).isTrue();
    assertThat(mostAtOnce(turns, task -> turns.take(task, () -> false))).isEqualTo(1);
  }

  @Test
  void aLongTaskLetsAShortOnePass() throws Exception {
    var turns = new SliceTurns(HOUR, HOUR);
    turns.began();
    var looks = new CountDownLatch(3);
    var left = new AtomicBoolean();
    var taken =
        CompletableFuture.supplyAsync(
            () -> {
              turns.take(
                  "long",
                  () -> {
                    looks.countDown();
                    return false;
                  });
              return left.get();
            });
    assertThat(looks.await(50, TimeUnit.SECONDS)).as("it waits").isTrue();
    left.set(true);
    turns.ended("short", false);
    assertThat(taken.get(50, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aLongTaskGetsOnBesideAShortOneThatStays() {
    turns.began();
    turns.take("long", () -> false);
    // And beside a long one that has the turn.
    turns.take("another", () -> false);
    turns.giveBack("long");
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

  /** A long task alone on the device was cut as beside short ones until that was long ago. */
  @Test
  void aTaskThatGrewLongIsNoShortOneThatCameBy() {
    var turns = new SliceTurns(HOUR, HOUR);
    turns.began();
    assertThat(turns.isCrowded()).isTrue();
    turns.grew();
    assertThat(turns.isCrowded()).isFalse();
    assertThat(turns.isContended()).as("by itself").isFalse();
    turns.began();
    turns.grew();
    assertThat(turns.isContended()).as("another long one").isTrue();
    turns.ended("another", true);
    assertThat(turns.isContended()).isFalse();
    turns.began();
    turns.ended("short", false);
    assertThat(turns.isCrowded()).as("a short one came by").isTrue();
    assertThat(turns.isContended()).isTrue();
  }

  /** What one of them spares, another one filled: no short task was answered for minutes. */
  @Test
  void heavyTasksGoOneAfterAnotherAlsoWhereThereIsNoShortOne() throws Exception {
    assertThat(mostAtOnce(turns, task -> turns.takeHeavy(task, () -> false))).isEqualTo(1);
    assertThat(turns.isHeavyAwaited()).isFalse();
  }

  @Test
  void heavyTasksTakeTurnsInTheOrderInWhichTheyAsked() throws Exception {
    turns.takeHeavy("first", () -> false);
    turns.takeHeavy("first", () -> false);
    var order = new ConcurrentLinkedQueue<String>();
    var done = new CountDownLatch(2);
    for (String task : List.of("second", "third")) {
      var asked = new CountDownLatch(1);
      Thread _ =
          Thread.ofPlatform()
              .start(
                  () -> {
                    turns.takeHeavy(
                        task,
                        () -> {
                          asked.countDown();
                          return false;
                        });
                    order.add(task);
                    turns.giveBack(task);
                    done.countDown();
                  });
      assertThat(asked.await(50, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(turns.isHeavyAwaited()).isTrue();
    turns.giveBack("first");
    assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
    assertThat(order).containsExactly("second", "third");
    turns.takeHeavy("first", () -> false);
    turns.giveBack("first");
  }

  @Test
  void aTaskThatIsNotHeavyWaitsForNoHeavyOne() {
    var turns = new SliceTurns(HOUR, HOUR);
    turns.takeHeavy("heavy", () -> false);
    turns.began();
    turns.ended("short", false);
    turns.take("long", () -> false);
    turns.giveBack("long");
    turns.giveBack("heavy");
  }

  @Test
  void aStoppedHeavyTaskIsWaitedForByNobody() {
    turns.takeHeavy("heavy", () -> false);
    turns.takeHeavy("stopped", () -> true);
    turns.giveBack("heavy");
    turns.takeHeavy("next", () -> false);
    turns.ended("next", true);
    turns.takeHeavy("last", () -> false);
  }
}
