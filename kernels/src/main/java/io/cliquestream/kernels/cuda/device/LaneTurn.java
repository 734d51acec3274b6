package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;

/**
 * A lane's part in {@link SliceTurns}: knows how long its present task has been there, and takes
 * turns for it once it is a long one. Used by the lane's thread.
 */
public final class LaneTurn {
  /** A launch beside a long task lasts so many slices. */
  private static final long LONG_SLICES = 5;

  /** And so many times what it takes to end. */
  private static final long LONG_SHARE = 2;

  /** The same of a heavy task. */
  private static final long HEAVY_SHARE = 4;

  private final SliceTurns turns;
  private final long shortNanos;
  private final long briefNanos;
  private final long sliceNanos;
  private final int sparedShare;
  private final long heavyNanos;
  private final boolean alone;
  private long since;
  private boolean isLong;
  private boolean heavy;

  /**
   * For one lane.
   *
   * @param policy says how long a task is a short one, and how long slices are beside those
   */
  LaneTurn(SliceTurns turns, DevicePolicy policy) {
    this.turns = turns;
    this.shortNanos = policy.shortTaskTime().toNanos();
    this.briefNanos = policy.briefSliceTime().toNanos();
    this.sliceNanos = policy.sliceTime().toNanos();
    this.sparedShare = policy.sparedShare();
    this.heavyNanos = policy.heavyLaunchTime().toNanos();
    this.alone = policy.lanes() == 1;
  }

  /** A task came onto the lane. */
  void begin() {
    since = System.nanoTime();
    isLong = false;
    heavy = false;
    turns.began();
  }

  /** The device has done all it was given, and is about to be given more. */
  void take(JobControl control) {
    if (!isLong && System.nanoTime() - since >= shortNanos) {
      grow();
    }
    if (heavy) {
      turns.takeHeavy(this, control::stopped);
    } else if (isLong) {
      turns.take(this, control::stopped);
    }
  }

  private void grow() {
    isLong = true;
    turns.grew();
  }

  /**
   * A launch of the task took so long, or none has ended and all of them are predicted to: from the
   * next one on the task is a heavy one, or is not any more. On a device of one lane there are
   * none.
   */
  public void launches(double nanos) {
    boolean now = !alone && nanos > heavyNanos;
    if (now && !isLong) {
      grow();
    }
    if (now != heavy) {
      heavy = now;
      // What the device still has to do of it is of the other kind for a launch.
      turns.giveBack(this);
    }
  }

  /** Whether launches are cut as short as they can be: a heavy task's cannot. */
  boolean isToBeCut() {
    return isInTheWay() && !heavy;
  }

  /** Whether nothing should be enqueued ahead, as another task waits for what is enqueued. */
  boolean isAwaited() {
    return isInTheWay() || (heavy && turns.isHeavyAwaited());
  }

  /**
   * How long a launch that runs should last before it makes way for others, in nanoseconds; endless
   * where nobody wants the device. Nobody takes it from a heavy task but another heavy one.
   *
   * @param pauseNanos how long a launch of the task takes to end
   */
  long quantum(long pauseNanos) {
    if (!isLong && System.nanoTime() - since >= shortNanos) {
      grow();
    }
    if (heavy) {
      return turns.isHeavyAwaited() ? HEAVY_SHARE * pauseNanos : Long.MAX_VALUE;
    }
    if (!isLong || !turns.isContended()) {
      return Long.MAX_VALUE;
    }
    return turns.isCrowded()
        ? Math.max(sliceNanos, pauseNanos)
        : Math.max(LONG_SLICES * sliceNanos, LONG_SHARE * pauseNanos);
  }

  boolean isHeavy() {
    return heavy;
  }

  private boolean isInTheWay() {
    return isLong && turns.isCrowded();
  }

  /** How long the task's next launch should take, for the C library; 0 for its own policy. */
  public int sliceMicroseconds() {
    return isInTheWay() ? Math.toIntExact(briefNanos / 1_000) : 0;
  }

  /**
   * One in so many multiprocessors is to be left out of the task's next launch, so that short tasks
   * find room beside it however long it takes; 0 for none.
   */
  public int spared() {
    return heavy || isInTheWay() ? sparedShare : 0;
  }

  /** The device has done all it was given. */
  void giveBack() {
    if (isLong) {
      turns.giveBack(this);
    }
  }

  /** The task left the lane. */
  void end() {
    turns.ended(this, isLong);
  }
}
