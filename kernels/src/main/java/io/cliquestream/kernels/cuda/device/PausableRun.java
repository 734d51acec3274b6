package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.DeviceState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntSupplier;

/**
 * Runs a kernel that can pause, in launches as long as nobody else wants the device.
 *
 * <p>What is cut ahead of time pays for it whether others come or not: each slice ends with a tail
 * of its last trees and makes anew what its roots need. 8-cliques of rmat18 took 5.3 s in 133
 * slices and 2.0 s in one launch (H100). Here a launch does all that is left of a slice; when
 * another task wants the device, a word tells the kernel to begin nothing more, and the next launch
 * goes on where that one ended. How long one lasts before it makes way is said by {@link LaneTurn}:
 * at least as long as the last one took to end, so that half of the time is work's.
 *
 * <p>That is seen when a launch is paused. So the first one of a task that may be a heavy one is
 * paused early. Time counts from the first unit of work that is done, or from the first block that
 * tells of itself: a launch may wait for the blocks of another lane, and one that were paused
 * meanwhile would do nothing, again and again.
 */
public final class PausableRun {
  /** A launch ends after so long, wanted or not: what a watchdog, and a clock of slices, allow. */
  private static final long LONGEST_NANOS = 2_000_000_000L;

  /** But it lasts so many times what it takes to end. */
  private static final long LONGEST_SHARE = 4;

  /** The first launch of a task that may be a heavy one. */
  private static final long FIRST_NANOS = 100_000_000L;

  /** Between two looks at who wants the device. */
  private static final long WANTED_NANOS = 1_000_000;

  private final Lane lane;
  private final SlicePlan plan;
  private final boolean whole;
  private final Counter begun;

  /** Whether beginnings are not counted by the plan's counter. */
  private final boolean apart;

  private final MemorySegment counted;
  private final MemorySegment peeked;
  private final MemorySegment begunCounted;
  private final MemorySegment begunPeeked;
  private boolean looked;

  /** Whether the lane's word says pause: no later task may find it so. */
  private boolean raised;

  private double reported;

  /** Units done before the present launch. */
  private long before;

  /** What the counter of beginnings said before the present launch. */
  private long begunBefore;

  /** How long the last pause took. */
  private long pauseNanos;

  private boolean first = true;

  // Of the present launch: when its work was first seen, when it was told to pause; 0: not yet.
  private long begunNanos;
  private long pausedNanos;
  private long lookedNanos;

  private PausableRun(Lane lane, SlicePlan plan, boolean whole, Counter begun) {
    this.lane = lane;
    this.plan = plan;
    this.whole = whole;
    this.begun = begun;
    this.counted = lane.host(Long.BYTES);
    this.peeked = lane.host(Long.BYTES);
    this.apart = begun.memory() != plan.counter() || begun.offset() != plan.counterOffset();
    this.begunCounted = apart ? lane.host(Long.BYTES) : counted;
    this.begunPeeked = apart ? lane.host(Long.BYTES) : peeked;
  }

  /**
   * A 64-bit counter on the device that only grows.
   *
   * @param memory that holds it
   * @param offset where in it
   */
  public record Counter(DeviceMemory memory, long offset) {}

  /** Enqueues a launch on the lane's stream. */
  @FunctionalInterface
  public interface Launcher {
    /**
     * Enqueues what is left of slice {@code index}; must not wait.
     *
     * @param resumed whether an earlier launch of the slice was paused
     */
    void enqueue(int index, boolean resumed);
  }

  /**
   * Does some of the slices, in ascending order, reports progress to the lane's job, and returns
   * when all have ended.
   *
   * @param plan with a counter, which is 0 at first
   * @param whole whether progress is what the counter says; else others do slices, too, and it
   *     follows from the slice
   * @param begun grows when a launch begins and is 0 at first; the plan's counter itself where work
   *     comes in small units
   * @param next gives the next slice to do, or -1 for none
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped; the lane has
   *     drained by then
   */
  public static void run(
      Lane lane,
      SlicePlan plan,
      boolean whole,
      Counter begun,
      IntSupplier next,
      Launcher launcher) {
    PausableRun run = new PausableRun(lane, plan, whole, begun);
    try {
      for (int slice = next.getAsInt(); slice >= 0; slice = next.getAsInt()) {
        run.slice(slice, launcher);
      }
    } finally {
      if (run.raised && lane.device().state() != DeviceState.FAULTED) {
        lane.device().words().clearStop(lane);
      }
      if (run.looked) {
        lane.settlePeeks();
      }
    }
  }

  private void slice(int slice, Launcher launcher) {
    boolean paused = false;
    do {
      lane.enqueuing();
      long start = System.nanoTime();
      launcher.enqueue(slice, paused);
      lane.download(plan.counter(), plan.counterOffset(), counted);
      if (apart) {
        lane.download(begun.memory(), begun.offset(), begunCounted);
      }
      paused = awaited();
      long done = counted.get(ValueLayout.JAVA_LONG, 0);
      if (whole) {
        report((double) done);
        lane.control().sliceDone(start, (double) (done - before));
      } else {
        double share = plan.work() / plan.slices();
        if (!paused) {
          report(share * (slice + 1));
        }
        lane.control().sliceDone(start, paused ? 0 : share);
      }
      before = done;
      begunBefore = begunCounted.get(ValueLayout.JAVA_LONG, 0);
    } while (paused);
  }

  /** Waits for a launch, and says whether it was paused. */
  private boolean awaited() {
    begunNanos = 0;
    pausedNanos = 0;
    lookedNanos = System.nanoTime();
    peeked.set(ValueLayout.JAVA_LONG, 0, before);
    begunPeeked.set(ValueLayout.JAVA_LONG, 0, begunBefore);
    lane.await(lane.mark(), WANTED_NANOS, this::look);
    first = false;
    if (pausedNanos == 0) {
      return false;
    }
    lane.device().words().clearStop(lane);
    raised = false;
    pauseNanos = System.nanoTime() - pausedNanos;
    lane.turn().launches((double) pauseNanos);
    return true;
  }

  private void look() {
    long now = System.nanoTime();
    long done = peeked.get(ValueLayout.JAVA_LONG, 0);
    if (begunNanos == 0 && begunPeeked.get(ValueLayout.JAVA_LONG, 0) > begunBefore) {
      begunNanos = now; // a look that comes late tells of an earlier launch
    }
    if (begunNanos == 0 || now - lookedNanos >= SlicedRun.LOOK_NANOS) {
      lookedNanos = now;
      looked = true;
      lane.peek(plan.counter(), plan.counterOffset(), peeked);
      if (apart && begunNanos == 0) {
        lane.peek(begun.memory(), begun.offset(), begunPeeked);
      }
      if (whole) {
        report((double) done);
      }
    }
    if (begunNanos != 0 && pausedNanos == 0 && isToPause(now - begunNanos)) {
      lane.device().words().raisePause(lane);
      raised = true;
      pausedNanos = now;
    }
  }

  private boolean isToPause(long lasts) {
    return lasts >= Math.max(LONGEST_NANOS, LONGEST_SHARE * pauseNanos)
        || (first && lasts >= FIRST_NANOS && lane.turn().isHeavy())
        || lasts >= lane.turn().quantum(pauseNanos);
  }

  /** Looks at the counter may be newer than what a launch left: progress only grows. */
  private void report(double done) {
    if (done > reported) {
      lane.control().workDone(done - reported);
      reported = done;
    }
  }
}
