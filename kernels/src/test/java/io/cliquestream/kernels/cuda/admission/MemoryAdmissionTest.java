package io.cliquestream.kernels.cuda.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class MemoryAdmissionTest {
  private static final long BUDGET = 1000;

  private final MemoryAdmission admission =
      new MemoryAdmission(BUDGET, DevicePolicy.DEFAULT.withWaitingTasks(4));

  private MemoryReservation admit(long bytes) {
    return admission.admit(bytes, JobControl.unbounded());
  }

  private void awaitWaiting(int jobs) {
    while (admission.use().waitingJobs() != jobs) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whatCanNeverFitIsRefusedAtOnce() {
    assertThatThrownBy(() -> admit(BUDGET + 1))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED));
  }

  @Test
  void aReservationBoundsItsJobAndComesBackWhole() {
    try (MemoryReservation job = admit(600)) {
      job.take(500);
      assertThatThrownBy(() -> job.take(101)).isInstanceOf(ComputeException.class);
      job.give(400);
      job.take(500);
      assertThat(job.peakUsed()).isEqualTo(600);
      assertThat(admission.use().used()).isEqualTo(600);
      job.give(600);
    }
    assertThat(admission.use()).isEqualTo(new MemoryUse(BUDGET, 0, 0, 0, 600, 0));
  }

  @Test
  void keptMemoryMovesFromItsJobToTheCache() {
    try (MemoryReservation job = admit(600)) {
      job.take(500);
      job.keep(500);
      assertThat(admission.use()).isEqualTo(new MemoryUse(BUDGET, 100, 500, 500, 500, 0));
    }
    admission.giveResident(500);
    assertThat(admission.use()).isEqualTo(new MemoryUse(BUDGET, 0, 0, 0, 500, 0));
  }

  @Test
  void aJobWaitsAndALargeOneIsNotOvertaken() throws Exception {
    MemoryReservation first = admit(700);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    Thread large = Thread.startVirtualThread(() -> enter("large", 950, order));
    awaitWaiting(1);
    Thread small = Thread.startVirtualThread(() -> enter("small", 100, order));
    awaitWaiting(2);
    assertThat(order).as("the small one would fit, but stands behind").isEmpty();

    first.close();
    large.join();
    small.join();

    assertThat(order).containsExactly("large", "small");
  }

  @Test
  void aJobOfAFewBytesOnceWaitedForHoursBehindALargeOneThatWaited() throws Exception {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    MemoryReservation hours = admit(700);
    // So large that nobody is in beside it: who came first is seen.
    Thread large = Thread.startVirtualThread(() -> enter("large", 990, order));
    awaitWaiting(1);
    for (int i = 0; i < 20; i++) {
      enter("few bytes", 15, order);
    }
    assertThat(order).hasSize(20).containsOnly("few bytes");

    // What they hold is all that the large one waits for: none of them passes any more.
    MemoryReservation[] passed = {admit(15), admit(15), admit(15), admit(15)};
    hours.close();
    Thread late = Thread.startVirtualThread(() -> enter("late", 15, order));
    awaitWaiting(2);
    assertThat(order).hasSize(20);
    for (MemoryReservation each : passed) {
      each.close();
    }
    large.join();
    late.join();
    assertThat(order).hasSize(22).endsWith("large", "late");
    assertThat(admission.use().reserved()).isZero();
  }

  private void enter(String name, long bytes, List<String> order) {
    try (MemoryReservation job = admit(bytes)) {
      job.take(bytes);
      order.add(name);
      job.give(bytes);
    }
  }

  @Test
  void aWaitingJobEndsWithItsDeadline() {
    try (MemoryReservation all = admit(BUDGET)) {
      assertThatThrownBy(() -> admission.admit(1, JobControl.within(Duration.ofMillis(20))))
          .isInstanceOf(StoppedException.class);
      assertThat(all.bytes()).isEqualTo(BUDGET);
    }
    assertThat(admission.use().waitingJobs()).isZero();
  }

  @Test
  void theLineIsBounded() throws Exception {
    List<Thread> waiting = new ArrayList<>();
    try (MemoryReservation all = admit(BUDGET)) {
      for (int i = 0; i < 4; i++) {
        waiting.add(Thread.startVirtualThread(() -> admit(10).close()));
      }
      awaitWaiting(4);
      assertThatThrownBy(() -> admit(10))
          .isInstanceOfSatisfying(
              ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.QUEUE_FULL));
      assertThat(all.bytes()).isEqualTo(BUDGET);
    }
    for (Thread thread : waiting) {
      thread.join();
    }
    assertThat(admission.use().reserved()).isZero();
  }

  @Test
  void cachedMemoryMakesWayForAJob() {
    AtomicLong cached = new AtomicLong();
    admission.relief(
        bytes -> {
          long freed = cached.getAndSet(0);
          admission.giveResident(freed);
          return freed;
        });
    try (MemoryReservation before = admit(800)) {
      before.take(800);
      before.keep(800);
    }
    cached.set(800);
    try (MemoryReservation job = admit(500)) {
      assertThat(job.bytes()).isEqualTo(500);
      assertThat(admission.use().resident()).isZero();
    }
  }

  @Test
  void manyJobsNeverPassTheBudgetTogether() throws Exception {
    long seed = 71;
    MemoryAdmission wide =
        new MemoryAdmission(BUDGET, DevicePolicy.DEFAULT.withWaitingTasks(10_000));
    AtomicLong inside = new AtomicLong();
    AtomicLong most = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      long bytes = 1L + random.nextInt((int) BUDGET);
      JobControl control = JobControl.withPriority(random.nextInt(10));
      threads.add(
          Thread.startVirtualThread(
              () -> {
                try (MemoryReservation job = wide.admit(bytes, control)) {
                  most.accumulateAndGet(inside.addAndGet(job.bytes()), Math::max);
                  Thread.onSpinWait();
                  inside.addAndGet(-job.bytes());
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(most.get()).as("seed %d", seed).isLessThanOrEqualTo(BUDGET);
    assertThat(wide.use()).isEqualTo(new MemoryUse(BUDGET, 0, 0, 0, 0, 0));
  }
}
