package io.cliquestream.kernels.cuda.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Runs a long kernel as a sequence of bounded launches.
 *
 * <p>A few slices are enqueued ahead, so that the device goes from one to the next without the host
 * (2.9 microseconds). Whenever the oldest has ended, the next is enqueued, the finished work is
 * reported and the job's stop is heeded. Between two slices the device can take another lane's
 * blocks: that is what makes lanes share it. A slice of a few milliseconds costs the tail in which
 * its last blocks run alone, tens of microseconds.
 */
public final class SlicedRun {
  private SlicedRun() {}

  /** Enqueues slices on the lane's stream. */
  @FunctionalInterface
  public interface Launcher {
    /** Enqueues slice {@code index} of {@code count}; must not wait. */
    void enqueue(int index, int count);
  }

  /** A slice under way and where its count of finished work arrives. */
  private record Under(Mark mark, MemorySegment done) {}

  /**
   * Enqueues every slice, reports progress to the lane's job, and returns when all have ended.
   *
   * @throws io.cliquestream.kernels.job.StoppedException when the job was stopped; the lane has
   *     drained by then
   */
  public static void run(Lane lane, SlicePlan plan, Launcher launcher) {
    int ahead = Math.min(plan.slices(), lane.device().policy().slicesInFlight());
    MemorySegment counts = lane.host((long) ahead * Long.BYTES);
    Deque<Under> underWay = new ArrayDeque<>(ahead);
    double reported = 0;
    for (int slice = 0; slice < plan.slices(); slice++) {
      if (underWay.size() == ahead) {
        reported = finish(lane, plan, underWay.remove(), reported);
      }
      lane.enqueuing();
      launcher.enqueue(slice, plan.slices());
      MemorySegment done = counts.asSlice((long) (slice % ahead) * Long.BYTES, Long.BYTES);
      if (plan.counter() != null) {
        lane.download(plan.counter(), plan.counterOffset(), done);
      }
      underWay.add(new Under(lane.mark(), done));
    }
    while (!underWay.isEmpty()) {
      reported = finish(lane, plan, underWay.remove(), reported);
    }
  }

  private static double finish(Lane lane, SlicePlan plan, Under slice, double reported) {
    lane.await(slice.mark());
    double done =
        plan.counter() == null
            ? reported + plan.work() / plan.slices()
            : slice.done().get(ValueLayout.JAVA_LONG, 0);
    lane.control().workDone(done - reported);
    return done;
  }
}
