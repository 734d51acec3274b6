package io.cliquestream.kernels.cpu.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rules of sharing threads among works. */
@Timeout(60)
final class CpuSchedulerTest {
  /** So many that it does not matter when another process takes the core for a moment. */
  private static final long SPINS = 20_000;

  /** What a chunk of a test work does. */
  @FunctionalInterface
  private interface Body {
    void run(long chunk, long[] state, Slice<long[]> slice) throws Exception;
  }

  /** Adds up one number for each thread. */
  private static final class SumWork implements ChunkedWork<long[]> {
    private final long chunks;
    private final Body body;
    private long sum;
    private int merged;

    SumWork(long chunks, Body body) {
      this.chunks = chunks;
      this.body = body;
    }

    @Override
    public long chunkCount() {
      return chunks;
    }

    @Override
    public double cost(long chunk) {
      return 1;
    }

    @Override
    public long[] newState() {
      return new long[1];
    }

    @Override
    public void process(long chunk, long[] state, Slice<long[]> slice) {
      try {
        body.run(chunk, state, slice);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void merge(long[] state) {
      sum += state[0];
      merged++;
    }
  }

  @Test
  void everyChunkIsDoneOnceAndEveryStateMerged() {
    try (CpuScheduler scheduler = new CpuScheduler(4)) {
      JobControl control = JobControl.unbounded();
      control.beginPhase(Phase.COMPUTING, 10_000);
      SumWork work = new SumWork(10_000, (chunk, state, slice) -> state[0] += chunk);

      scheduler.run(control, work);

      assertThat(work.sum).isEqualTo(10_000L * 9_999 / 2);
      assertThat(work.merged).isBetween(1, 4);
      assertThat(control.progress().fraction()).isEqualTo(1);
    }
  }

  @Test
  void aWorkWithoutChunksEndsAtOnce() {
    try (CpuScheduler scheduler = new CpuScheduler(2)) {
      SumWork work = new SumWork(0, (chunk, state, slice) -> state[0]++);
      scheduler.run(JobControl.unbounded(), work);
      assertThat(work.merged).isZero();
    }
  }

  @Test
  void oneChunkThatSplitsKeepsAllThreadsBusy() {
    int threads = 3;
    try (CpuScheduler scheduler = new CpuScheduler(threads)) {
      CyclicBarrier together = new CyclicBarrier(threads);
      SumWork work =
          new SumWork(
              1,
              (chunk, state, slice) -> {
                int handedOver = 0;
                while (handedOver < threads - 1) {
                  if (slice.shouldSplit() && slice.offer((other, turn) -> meet(together, other))) {
                    handedOver++;
                  }
                  Thread.onSpinWait();
                }
                meet(together, state);
              });

      scheduler.run(JobControl.unbounded(), work);

      assertThat(work.sum).isEqualTo(threads);
      assertThat(work.merged).isEqualTo(threads);
    }
  }

  private static void meet(CyclicBarrier together, long[] state) {
    try {
      together.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    state[0]++;
  }

  @Test
  void partsOfPartsEndBeforeTheWorkAndItsProgress() {
    try (CpuScheduler scheduler = new CpuScheduler(3)) {
      JobControl control = JobControl.unbounded();
      control.beginPhase(Phase.COMPUTING, 1);
      AtomicLong earlyProgress = new AtomicLong();
      SumWork work =
          new SumWork(
              1,
              (chunk, state, slice) ->
                  spread(
                      12,
                      state,
                      slice,
                      () -> {
                        if (control.progress().fraction() > 0) {
                          earlyProgress.incrementAndGet();
                        }
                      }));

      scheduler.run(control, work);

      assertThat(work.sum).isEqualTo(1 << 12);
      assertThat(earlyProgress).hasValue(0);
      assertThat(control.progress().fraction()).isEqualTo(1);
    }
  }

  /** Counts 2^levels leaves, each in a part of its own where the list of parts has room. */
  private static void spread(int levels, long[] state, Slice<long[]> slice, Runnable atLeaf) {
    if (levels == 0) {
      atLeaf.run();
      state[0]++;
      return;
    }
    for (int i = 0; i < 2; i++) {
      if (!slice.offer((other, turn) -> spread(levels - 1, other, turn, atLeaf))) {
        spread(levels - 1, state, slice, atLeaf);
      }
    }
  }

  @Test
  void waitingPartsAreBounded() {
    SchedulePolicy policy = new SchedulePolicy(1_000_000, 5, 1_000_000, 0, 1 << 20);
    try (CpuScheduler scheduler = new CpuScheduler(1, policy)) {
      SumWork work =
          new SumWork(
              1,
              (chunk, state, slice) -> {
                for (int i = 0; i < 20; i++) {
                  state[0] += slice.offer((other, turn) -> other[0] += 100) ? 1 : 0;
                }
              });

      scheduler.run(JobControl.unbounded(), work);

      assertThat(work.sum).isEqualTo(505);
    }
  }

  @Test
  void aHigherPriorityGetsMoreOfTheTime() throws Exception {
    try (CpuScheduler scheduler = new CpuScheduler(1)) {
      AtomicLong low = new AtomicLong();
      AtomicLong high = new AtomicLong();
      CountDownLatch blockerRuns = new CountDownLatch(1);
      CountDownLatch bothWait = new CountDownLatch(1);
      var blocker =
          async(
              scheduler,
              JobControl.unbounded(),
              new SumWork(
                  1,
                  (chunk, state, slice) -> {
                    blockerRuns.countDown();
                    bothWait.await();
                  }));
      blockerRuns.await();
      JobControl lowControl = JobControl.withPriority(0);
      JobControl highControl = JobControl.withPriority(9);
      var lowRun = async(scheduler, lowControl, new SumWork(1_000_000, spin(low, null, null)));
      var highRun =
          async(
              scheduler, highControl, new SumWork(1_000_000, spin(high, lowControl, highControl)));
      while (scheduler.workCount() < 3) {
        Thread.onSpinWait();
      }
      bothWait.countDown();
      blocker.join();
      assertThatThrownBy(highRun::join).hasCauseInstanceOf(StoppedException.class);
      assertThatThrownBy(lowRun::join).hasCauseInstanceOf(StoppedException.class);

      assertThat(high).hasValue(SPINS);
      assertThat(low.get()).isBetween(1L, SPINS / 2);
    }
  }

  /** A chunk of fixed work; one of them ends both jobs. */
  private static Body spin(AtomicLong chunks, JobControl first, JobControl second) {
    return (chunk, state, slice) -> {
      long x = chunk;
      for (int i = 0; i < 50_000; i++) {
        x = x * 0x5851F42D4C957F2DL + 1;
      }
      state[0] = x;
      if (chunks.incrementAndGet() == SPINS && first != null) {
        first.cancel("measured");
        second.cancel("measured");
      }
    };
  }

  @Test
  void aCancelReachesAllThreadsInTheMiddleOfLongChunks() throws Exception {
    int threads = 3;
    try (CpuScheduler scheduler = new CpuScheduler(threads)) {
      CountDownLatch allRun = new CountDownLatch(threads);
      JobControl control = JobControl.unbounded();
      var run =
          async(
              scheduler,
              control,
              new SumWork(
                  threads,
                  (chunk, state, slice) -> {
                    allRun.countDown();
                    while (true) {
                      slice.checkStopped();
                      Thread.onSpinWait();
                    }
                  }));
      allRun.await();
      control.cancel("enough");
      assertThatThrownBy(run::join)
          .isInstanceOf(CompletionException.class)
          .cause()
          .isInstanceOfSatisfying(
              StoppedException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.CANCELLED));
      assertReady(scheduler);
    }
  }

  @Test
  void aStoppedJobEndsWhileItWaitsForItsTurn() throws Exception {
    try (CpuScheduler scheduler = new CpuScheduler(1)) {
      CountDownLatch runs = new CountDownLatch(1);
      CountDownLatch release = new CountDownLatch(1);
      var busy =
          async(
              scheduler,
              JobControl.unbounded(),
              new SumWork(
                  1,
                  (chunk, state, slice) -> {
                    runs.countDown();
                    release.await();
                  }));
      runs.await();
      JobControl control = JobControl.unbounded();
      var waiting = async(scheduler, control, new SumWork(5, (chunk, state, slice) -> {}));
      control.cancel("not needed");
      assertThatThrownBy(waiting::join).hasCauseInstanceOf(StoppedException.class);
      assertThat(busy).isNotDone();
      release.countDown();
      busy.join();
    }
  }

  @Test
  void theFirstFailureReachesTheOwnerAndStopsTheOthers() {
    try (CpuScheduler scheduler = new CpuScheduler(3)) {
      SumWork work =
          new SumWork(
              3,
              (chunk, state, slice) -> {
                if (chunk == 0) {
                  throw new IllegalArgumentException("chunk 0 fails");
                }
                while (true) {
                  slice.checkStopped();
                  Thread.onSpinWait();
                }
              });
      assertThatThrownBy(() -> scheduler.run(JobControl.unbounded(), work))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("chunk 0 fails");
      assertThat(work.merged).isZero();
      assertReady(scheduler);
    }
  }

  @Test
  void aThreadSurvivesAnErrorAndAStateThatCannotBeMade() {
    try (CpuScheduler scheduler = new CpuScheduler(1)) {
      assertThatThrownBy(
              () ->
                  scheduler.run(
                      JobControl.unbounded(),
                      new SumWork(
                          2,
                          (chunk, state, slice) -> {
                            throw new StackOverflowError("too deep");
                          })))
          .isInstanceOf(StackOverflowError.class);
      ChunkedWork<long[]> stateless =
          new ChunkedWork<>() {
            @Override
            public long chunkCount() {
              return 4;
            }

            @Override
            public double cost(long chunk) {
              return 1;
            }

            @Override
            public long[] newState() {
              throw new IllegalStateException("no memory for a state");
            }

            @Override
            public void process(long chunk, long[] state, Slice<long[]> slice) {}

            @Override
            public void merge(long[] state) {}
          };
      assertThatThrownBy(() -> scheduler.run(JobControl.unbounded(), stateless))
          .hasMessage("no memory for a state");
      assertReady(scheduler);
    }
  }

  @Test
  void closingEndsRunningWorksAndRefusesNewOnes() throws Exception {
    CpuScheduler scheduler = new CpuScheduler(2);
    CountDownLatch runs = new CountDownLatch(1);
    var run =
        async(
            scheduler,
            JobControl.unbounded(),
            new SumWork(
                1,
                (chunk, state, slice) -> {
                  runs.countDown();
                  while (true) {
                    slice.checkStopped();
                    Thread.onSpinWait();
                  }
                }));
    runs.await();
    scheduler.close();
    assertThatThrownBy(run::join).hasRootCauseInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> assertReady(scheduler)).isInstanceOf(IllegalStateException.class);
  }

  private static void assertReady(CpuScheduler scheduler) {
    SumWork work = new SumWork(100, (chunk, state, slice) -> state[0]++);
    scheduler.run(JobControl.unbounded(), work);
    assertThat(work.sum).isEqualTo(100);
  }

  private static CompletableFuture<Void> async(
      CpuScheduler scheduler, JobControl control, SumWork work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                scheduler.run(control, work);
                done.complete(null);
              } catch (RuntimeException e) {
                done.completeExceptionally(e);
              }
            });
    return done;
  }
}
