package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
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
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
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
  void began() {
    lock.lock();
    try {
      shortTasks++;
    } finally {
      lock.unlock();
    }
  }

  /** A task that was short is long from now on. */
  void grew() {
    lock.lock();
    try {
      shortTasks--;
      longTasks++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A task left its lane. A short one was seen by that; one that grew long was none. */
  void ended(Object task, boolean isLong) {
    lock.lock();
    try {
      if (isLong) {
        longTasks--;
      } else {
        shortTasks--;
        seen = true;
        lastSeen = System.nanoTime();
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    giveBack(task);
  }

  /** Whether a long task is not alone on the device. */
  boolean isContended() {
    lock.lock();
    try {
      return longTasks > 1 || crowded();
    } finally {
      lock.unlock();
    }
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

  /** The same for a heavy task, which waits for those that came before, however long they take. */
  void takeHeavy(Object task, BooleanSupplier stopped) {
    lock.lock();
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
        long _ = changed.awaitNanos(LOOK_NANOS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      heavyOnes.remove(task);
      lock.unlock();
    }
  }

  /** Whether a heavy task waits for the one that has the turn. */
  boolean isHeavyAwaited() {
    lock.lock();
    try {
      return !heavyOnes.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** The device has done what a task put onto it; nothing happens when it had no turn. */
  void giveBack(Object task) {
    lock.lock();
    try {
      if (task.equals(heavy)) {
        heavy = null;
        changed.signalAll();
      }
      if (task.equals(holder)) {
        holder = null;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean crowded() {
    return shortTasks > 0 || (seen && System.nanoTime() - lastSeen < quietNanos);
  }
}
