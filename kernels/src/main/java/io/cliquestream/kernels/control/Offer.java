package io.cliquestream.kernels.control;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Work that other threads may join until it is closed, so many of them at most. One that comes late
 * is refused; those that have joined are waited for.
 */
final class Offer {
  /** So many joins never happen; adding them leaves no place. */
  private static final int CLOSED = Integer.MIN_VALUE / 2;

  /** The caller looks for so long before he sleeps: waking him takes as long. */
  private static final long LOOK_NANOS = 40_000;

  /** Looks between two at the clock. */
  private static final int LOOKS = 32;

  private final int places;
  private final AtomicInteger asked = new AtomicInteger();
  private final Semaphore ended = new Semaphore(0);

  /** Not kept beyond the work: a thread that waits for the next one still knows the offer. */
  private Runnable participant;

  private Throwable failure;

  Offer(Runnable participant, int places) {
    this.participant = participant;
    this.places = places;
  }

  /** Takes a place; whoever gets one calls {@link #work}. */
  boolean join() {
    int before = asked.getAndIncrement();
    return before >= 0 && before < places;
  }

  /** Does what there is to do. */
  void work() {
    try {
      participant.run();
    } catch (RuntimeException | Error e) {
      failed(e);
    } finally {
      ended.release();
    }
  }

  private synchronized void failed(Throwable other) {
    if (failure == null) {
      failure = other;
    } else if (!other.equals(failure)) {
      failure.addSuppressed(other);
    }
  }

  /**
   * Refuses all from now on and waits for those that have joined.
   *
   * @param looks whether to look for their end for a while, rather than sleep at once
   * @return what failed, or null
   */
  Throwable close(boolean looks) {
    int joined = Math.min(places, asked.getAndSet(CLOSED));
    if (looks) {
      look(joined);
    }
    // Not interruptible: memory that a participant still writes to must outlive it.
    ended.acquireUninterruptibly(joined);
    participant = null;
    synchronized (this) {
      return failure;
    }
  }

  private void look(int joined) {
    long until = System.nanoTime() + LOOK_NANOS;
    for (int looked = 1; ended.availablePermits() < joined; looked++) {
      if (looked % LOOKS == 0 && System.nanoTime() - until >= 0) {
        return;
      }
      Thread.onSpinWait();
    }
  }
}
