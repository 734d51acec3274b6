package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets calls in side by side, or one alone. A call that must be alone goes before those that need
 * not be, so that a suspect is judged at once.
 */
final class CallGate {
  private final int most;
  private final long checkNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int present;
  private int inside;
  private int aloneWaiting;
  private boolean aloneInside;

  CallGate(int most, long checkNanos) {
    this.most = most;
    this.checkNanos = checkNanos;
  }

  /** Counts a call for its whole life, however often it is tried. */
  void register() {
    lock.lock();
    try {
      if (present == most) {
        throw new ComputeException(
            FailureCode.QUEUE_FULL, present + " calls are with the device process already");
      }
      present++;
    } finally {
      lock.unlock();
    }
  }

  void unregister() {
    lock.lock();
    try {
      present--;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for entrance, or until the job is stopped. */
  void enter(boolean alone, JobControl control) {
    boolean interrupted = false;
    lock.lock();
    try {
      aloneWaiting += alone ? 1 : 0;
      try {
        while (alone ? aloneInside || inside > 0 : aloneInside || aloneWaiting > 0) {
          control.checkStopped();
          try {
            if (changed.awaitNanos(checkNanos) <= 0) {
              control.checkStopped();
            }
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      } finally {
        aloneWaiting -= alone ? 1 : 0;
        changed.signalAll();
      }
      inside++;
      aloneInside = alone;
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void leave() {
    lock.lock();
    try {
      inside--;
      aloneInside = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
