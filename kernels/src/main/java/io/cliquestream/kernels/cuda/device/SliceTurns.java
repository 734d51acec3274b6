package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Whose slice is next, where long tasks and short ones share a device.
 *
 * <p>A slice fills the device, and the blocks of another lane wait for its end. With a slice of
 * each of four long tasks on the device, a short task waits for all four before each of its
 * kernels. So while short tasks come and go, long ones take turns, one slice on the device at a
 * time, and let short ones pass between two slices. A short task then waits for one slice, and a
 * long one no longer than a bound, so that it gets on. When no short task was there for a while,
 * long ones do not wait for each other: their slices overlap at the ends.
 *
 * <p>Which tasks are short is said by {@link LaneTurn}. Any thread.
 */
final class SliceTurns {
  /** Times the wait for short tasks that a long one waits for other long ones. */
  private static final int LONGER = 100;

  private static final long LOOK_NANOS = 1_000_000L;

  private final long quietNanos;
  private final long mostWaitNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int shortTasks;
  private boolean seen;
  private long lastSeen;
  private Object holder;

  /**
   * Of one device; {@link DevicePolicy} says what the times are.
   *
   * @param quiet so long after the last short task it is as if there had been none
   * @param mostWait a long task passes short ones after this
   */
  SliceTurns(Duration quiet, Duration mostWait) {
    this.quietNanos = quiet.toNanos();
    this.mostWaitNanos = mostWait.toNanos();
  }

  /** A task came onto a lane. */
  void began() {
    lock.lock();
    try {
      shortTasks++;
      saw();
    } finally {
      lock.unlock();
    }
  }

  /** A task that was short is long from now on. */
  void grew() {
    lock.lock();
    try {
      shortTasks--;
      saw();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A task left its lane. */
  void ended(Object task, boolean isLong) {
    if (!isLong) {
      grew();
    }
    giveBack(task);
  }

  /** Whether short tasks come and go. */
  boolean isCrowded() {
    lock.lock();
    try {
      return crowded();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until it is a long task's turn to put work onto the device.
   *
   * @param task who has the turn then, until it gives it back
   * @param stopped ends the waiting
   */
  void take(Object task, BooleanSupplier stopped) {
    lock.lock();
    try {
      long since = System.nanoTime();
      while (crowded() && !stopped.getAsBoolean()) {
        boolean isFree = holder == null || holder.equals(task);
        long waited = System.nanoTime() - since;
        if (isFree && (shortTasks == 0 || waited >= mostWaitNanos)) {
          holder = task;
          return;
        }
        if (waited / LONGER >= mostWaitNanos) {
          return;
        }
        long _ = changed.awaitNanos(LOOK_NANOS);
      }
    } catch (InterruptedException e) {
      // Jobs are stopped by their control; the wait is over all the same.
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** The device has done what a task put onto it; nothing happens when it had no turn. */
  void giveBack(Object task) {
    lock.lock();
    try {
      if (task.equals(holder)) {
        holder = null;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void saw() {
    seen = true;
    lastSeen = System.nanoTime();
  }

  private boolean crowded() {
    return shortTasks > 0 || (seen && System.nanoTime() - lastSeen < quietNanos);
  }
}
