package io.cliquestream.kernels.cpu.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A work that is smaller than waking a thread is done by whoever brings it. */
@Timeout(60)
final class SmallWorkTest {
  /** What a chunk does. */
  @FunctionalInterface
  private interface Body {
    void run(long chunk, long[] state, Slice<long[]> slice);
  }

  private static final class SmallWork implements ChunkedWork<long[]> {
    private final long chunks;
    private final Body body;
    private long sum;

    SmallWork(long chunks, Body body) {
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
    public boolean isSmall() {
      return true;
    }

    @Override
    public long[] newState() {
      return new long[1];
    }

    @Override
    public void process(long chunk, long[] state, Slice<long[]> slice) {
      body.run(chunk, state, slice);
    }

    @Override
    public void merge(long[] state) {
      sum += state[0];
    }

    @Override
    public void mergeStopped(long[] state) {
      merge(state);
    }
  }

  @Test
  void itsCallerDoesAllOfIt() {
    try (CpuScheduler scheduler = new CpuScheduler(2)) {
      JobControl control = JobControl.unbounded();
      control.beginPhase(Phase.COMPUTING, 3);
      Thread caller = Thread.currentThread();
      SmallWork work =
          new SmallWork(
              3,
              (chunk, state, slice) -> {
                assertThat(Thread.currentThread()).isSameAs(caller);
                assertThat(slice.shouldSplit()).isFalse();
                assertThat(slice.offer((_, _) -> {})).isFalse();
                state[0] += 1 + chunk;
              });

      scheduler.run(control, work);

      assertThat(work.sum).isEqualTo(6);
      assertThat(control.progress().fraction()).isEqualTo(1);
      assertThat(control.usedNanos()).isPositive();
    }
  }

  @Test
  void aStoppedOneGivesWhatItHas() {
    try (CpuScheduler scheduler = new CpuScheduler(2)) {
      JobControl control = JobControl.unbounded();
      SmallWork work =
          new SmallWork(
              10,
              (chunk, state, _) -> {
                state[0]++;
                if (chunk == 3) {
                  control.cancel("enough");
                }
              });

      assertThatThrownBy(() -> scheduler.run(control, work)).isInstanceOf(StoppedException.class);
      assertThat(work.sum).isEqualTo(4);
    }
  }

  @Test
  void aClosedSchedulerTakesNone() {
    CpuScheduler scheduler = new CpuScheduler(1);
    scheduler.close();
    SmallWork work = new SmallWork(1, (_, state, _) -> state[0]++);

    assertThatThrownBy(() -> scheduler.run(JobControl.unbounded(), work))
        .isInstanceOf(IllegalStateException.class);
    assertThat(work.sum).isZero();
  }
}
