package io.cliquestream.kernels.cuda.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntSupplier;

/**
 * Runs a long kernel as a sequence of bounded launches.
 *
 * <p>A few slices are enqueued ahead, so that the device goes from one to the next without the host
 * (2.9 microseconds). Whenever the oldest has ended, the next is enqueued, the finished work is
 * reported and the job's stop is heeded; a counter of finished work is looked at meanwhile, too.
 * Between two slices the device can take another lane's blocks: that is what makes lanes share it.
 * A slice costs the tail in which its last blocks run alone: 0.16 ms for triangle kernels on an
 * H200, so slices should last 20 ms.
 */
public final class SlicedRun {
  /** Launches that a slice becomes beside short tasks at most, where it can be cut. */
  private static final int MOST_PARTS = 1 << 10;

  /** Twice as many parts pay while each takes less than this share of what one took before. */
  private static final double WORTH = 0.75;

  /** A launch of this length hides that the host has not enqueued the one after the next. */
  private static final double LONG_NANOS = 20e6;

  /** Between two looks at the counter of finished work. */
  static final long LOOK_NANOS = 50_000_000;

  private final Lane lane;
  private final SlicePlan plan;
  private final MemorySegment peeked;
  private double reported;
  private boolean looked;
  private long endNanos = System.nanoTime();
  private double sliced;

  /** Launches that the next slice becomes beside short tasks. */
  private int parts = 1;

  /** What a launch took when there were half as many parts. */
  private double partNanos = Double.POSITIVE_INFINITY;

  private boolean settled;
  private double launchNanos;

  private SlicedRun(Lane lane, SlicePlan plan) {
    this.lane = lane;
    this.plan = plan;
    this.peeked = lane.host(Long.BYTES);
  }

  /** Enqueues slices on the lane's stream. */
  @FunctionalInterface
  public interface Launcher {
    /**
     * Enqueues slice {@code index} of {@code count}; must not wait.
     *
     * @param parts that each slice of the plan was cut into to make these; 1 where it was not, as
     *     in every plan whose slices cannot be
     */
    void enqueue(int index, int count, int parts);
  }

  /**
   * A launch under way.
   *
   * @param done where its count of finished work arrives
   * @param slice the slice that it is, or is a part of
   * @param parts of that slice
   * @param part which of them, from 0
   */
  private record Under(
      Mark mark, MemorySegment done, int slice, int parts, int part, long enqueuedNanos) {}

  /**
   * Enqueues every slice, reports progress to the lane's job, and returns when all have ended.
   *
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped; the lane has
   *     drained by then
   */
  public static void run(Lane lane, SlicePlan plan, Launcher launcher) {
    int[] next = {0};
    run(lane, plan, lane.device().policy().slicesInFlight(), () -> next[0]++, launcher);
  }

  /**
   * The same for some of the slices, in ascending order, while others take the rest.
   *
   * @param ahead most slices enqueued ahead
   * @param next gives the next slice to enqueue, or the number of slices or -1 for none
   */
  public static void run(
      Lane lane, SlicePlan plan, int ahead, IntSupplier next, Launcher launcher) {
    SlicedRun run = new SlicedRun(lane, plan);
    try {
      run.run(Math.min(plan.slices(), ahead), next, launcher);
    } finally {
      if (run.looked) {
        lane.settlePeeks();
      }
    }
  }

  private void run(int ahead, IntSupplier next, Launcher launcher) {
    MemorySegment counts = lane.host((long) ahead * Long.BYTES);
    Deque<Under> underWay = new ArrayDeque<>(ahead);
    int enqueued = 0;
    while (true) {
      makeRoom(underWay, ahead);
      int slice = next.getAsInt();
      if (slice < 0 || slice >= plan.slices()) {
        break;
      }
      int parts = parts();
      for (int part = 0; part < parts; part++) {
        makeRoom(underWay, ahead);
        lane.enqueuing();
        launcher.enqueue(slice + part * plan.slices(), plan.slices() * parts, parts);
        MemorySegment done = counts.asSlice((long) (enqueued++ % ahead) * Long.BYTES, Long.BYTES);
        if (plan.counter() != null) {
          lane.download(plan.counter(), plan.counterOffset(), done);
        }
        underWay.add(new Under(lane.mark(), done, slice, parts, part, System.nanoTime()));
      }
    }
    while (!underWay.isEmpty()) {
      finish(underWay.remove());
    }
  }

  /** While others wait nothing is enqueued ahead; and of long launches one, which is enough. */
  private void makeRoom(Deque<Under> underWay, int ahead) {
    int most = launchNanos > LONG_NANOS ? Math.min(ahead, 2) : ahead;
    while (underWay.size() >= most || (!underWay.isEmpty() && lane.turn().isAwaited())) {
      finish(underWay.remove());
    }
  }

  private int parts() {
    return plan.strided() && lane.turn().isToBeCut() ? parts : 1;
  }

  /**
   * Cuts on until a launch takes what it should, or until cutting does not make launches shorter
   * any more: the last units of each run alone.
   */
  private void adapt(int of, double nanos) {
    if (settled || of != parts || !plan.strided()) {
      return;
    }
    if (nanos > WORTH * partNanos) {
      parts = Math.max(1, parts / 2);
      settled = true;
    } else if (nanos > lane.device().policy().sliceTime().toNanos() && parts < MOST_PARTS) {
      partNanos = nanos;
      parts *= 2;
    }
  }

  private void finish(Under slice) {
    if (plan.counter() == null) {
      lane.await(slice.mark());
      double share = plan.work() / plan.slices();
      report(share * (slice.slice() + (slice.part() + 1.0) / slice.parts()));
      ended(slice, share / slice.parts()); // others may have done those in between
      return;
    }
    lane.await(
        slice.mark(),
        LOOK_NANOS,
        () -> {
          report((double) peeked.get(ValueLayout.JAVA_LONG, 0));
          looked = true;
          lane.peek(plan.counter(), plan.counterOffset(), peeked);
        });
    double done = (double) slice.done().get(ValueLayout.JAVA_LONG, 0);
    report(done);
    ended(slice, done - sliced);
    sliced = done;
  }

  /** The stream does one slice after the other: one begins when that before it has ended. */
  private void ended(Under slice, double work) {
    long begun = Math.max(slice.enqueuedNanos(), endNanos);
    lane.control().sliceDone(begun, work);
    endNanos = System.nanoTime();
    launchNanos = endNanos - begun;
    lane.turn().launches(launchNanos);
    if (slice.part() == slice.parts() - 1) {
      adapt(slice.parts(), launchNanos);
    }
  }

  /** Looks at the counter may be newer than what a slice left: progress only grows. */
  private void report(double done) {
    if (done > reported) {
      lane.control().workDone(done - reported);
      reported = done;
    }
  }
}
