package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
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
 * <p>Heavy tasks, whose launches take long however they are cut, are apart. One of them is on the
 * device at a time, in the order in which they asked, whether short tasks are there or not: its
 * launch leaves room, and another one beside it would fill that. They let short tasks pass, too,
 * and no other task waits for them.
 *
 * <p>Which tasks are short is said by {@link LaneTurn}. Any thread.
 */
final class SliceTurns {
  /** Times the wait for short tasks that a long one waits for other long ones. */
  private static final int LONGER = 4;

  private static final long LOOK_NANOS = 1_000_000L;

  private final long quietNanos;
  private final long mostWaitNanos;
  private int shortTasks;
  private int longTasks;
  private boolean seen;
  private long lastSeen;
  private Object holder;
  private Object heavy;
  private final Queue<Object> heavyOnes = new ArrayDeque<>();

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
  synchronized void began() {
    shortTasks++;
  }

  /** A task that was short is long from now on. */
  synchronized void grew() {
    shortTasks--;
    longTasks++;
    notifyAll();
  }

  /** A task left its lane. A short one was seen by that; one that grew long was none. */
  void ended(Object task, boolean isLong) {
    synchronized (this) {
      if (isLong) {
        longTasks--;
      } else {
        shortTasks--;
        seen = true;
        lastSeen = System.nanoTime();
        notifyAll();
      }
    }
    giveBack(task);
  }

  /** Whether a long task is not alone on the device. */
  synchronized boolean isContended() {
    return longTasks > 1 || crowded();
  }

  /** Whether short tasks come and go. */
  synchronized boolean isCrowded() {
    return crowded();
  }

  /**
   * Waits until it is a long task's turn to put work onto the device.
   *
   * @param task who has the turn then, until it gives it back
   * @param stopped ends the waiting
   */
  synchronized void take(Object task, BooleanSupplier stopped) {
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
        TimeUnit.NANOSECONDS.timedWait(this, LOOK_NANOS);
      }
    } catch (InterruptedException e) {
      // Jobs are stopped by their control; the wait is over all the same.
      Thread.currentThread().interrupt();
    }
  }

  /** The same for a heavy task, which waits for those that came before, however long they take. */
  synchronized void takeHeavy(Object task, BooleanSupplier stopped) {
    try {
      if (task.equals(heavy)) {
        return;
      }
      heavyOnes.add(task);
      long free = 0;
      while (!stopped.getAsBoolean()) {
        if (heavy == null && task.equals(heavyOnes.peek())) {
          free = free == 0 ? System.nanoTime() : free;
          if (shortTasks == 0 || System.nanoTime() - free >= mostWaitNanos) {
            heavy = task;
            return;
          }
        }
        TimeUnit.NANOSECONDS.timedWait(this, LOOK_NANOS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      heavyOnes.remove(task);
    }
  }

  /** Whether a heavy task waits for the one that has the turn. */
  synchronized boolean isHeavyAwaited() {
    return !heavyOnes.isEmpty();
  }

  /** The device has done what a task put onto it; nothing happens when it had no turn. */
  synchronized void giveBack(Object task) {
    if (task.equals(heavy)) {
      heavy = null;
      notifyAll();
    }
    if (task.equals(holder)) {
      holder = null;
      notifyAll();
    }
  }

  private boolean crowded() {
    return shortTasks > 0 || (seen && System.nanoTime() - lastSeen < quietNanos);
  }
}
