package io.cliquestream.kernels.control;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads of the common pool that stay awake for some dozens of microseconds after they have
 * helped, because the next stage of the same work often comes by then. Waking a thread takes longer
 * than a whole stage of a batch of 1,000 changes; one that looks at a variable joins an offer
 * within a microsecond.
 *
 * <p>An offer is made to those that wait by showing it to them, the newest one alone: nobody owes
 * an offer anything, and one that is overlooked costs speed. What they do not cover wakes threads
 * of the pool. A thread that waits goes when its time is over, or when others' work waits for the
 * pool.
 *
 * <p>On machines with few processors nobody waits: the caller needs them himself.
 */
final class Crew {
  /** The machine's. */
  static final Crew COMMON = new Crew(Runtime.getRuntime().availableProcessors() >= 4);

  /** What a stage of one thread may take between two that are shared. */
  private static final long PATIENCE_NANOS = 60_000;

  /** Threads that were called wait for the first stage longer. */
  private static final long CALLED_NANOS = 200_000;

  /** Looks between two at the clock. */
  private static final int LOOKS = 32;

  private final boolean waits;

  /**
   * More than half of the processors are not called: two of them are often one core, and one thread
   * that looks at a variable then slows the other. Of 16, ten were slower than seven.
   */
  private static final int MOST_CALLED =
      Math.max(1, Runtime.getRuntime().availableProcessors() / 2 - 1);

  /** Threads that wait, and those called, which will soon. */
  private final AtomicInteger waiting = new AtomicInteger();

  private volatile Offer shown;

  /** Whether anybody waits. */
  Crew(boolean waits) {
    this.waits = waits;
  }

  /** Whether threads wait for more at all. */
  boolean waits() {
    return waits;
  }

  /** Threads that wait at the moment, or were called, for anybody. */
  int waiting() {
    return waiting.get();
  }

  /**
   * Wakes threads until so many wait. They count from now on: what is offered meanwhile they join
   * as soon as they are awake. The caller pays for waking one; each wakes the next ones.
   */
  void call(int threads) {
    int missing = waits ? Math.min(MOST_CALLED, threads) - waiting.get() : 0;
    if (missing > 0) {
      waiting.addAndGet(missing);
      ForkJoinPool.commonPool().execute(() -> called(missing));
    }
  }

  private void called(int threads) {
    int others = threads - 1;
    for (int part : new int[] {others / 2, others - others / 2}) {
      if (part > 0) {
        ForkJoinPool.commonPool().execute(() -> called(part));
      }
    }
    await(null, CALLED_NANOS);
  }

  /** Shows an offer to so many threads: those that wait, and others of the pool. */
  void show(Offer offer, int threads) {
    int awake = Math.min(threads, waiting.get());
    if (awake > 0) {
      shown = offer;
    }
    for (int i = awake; i < threads; i++) {
      ForkJoinPool.commonPool().execute(() -> woken(offer));
    }
  }

  private void woken(Offer offer) {
    if (offer.join()) {
      offer.work();
    }
    if (waits) {
      waiting.incrementAndGet();
      await(offer, PATIENCE_NANOS);
    }
  }

  /** Joins what is shown, until nothing is for so long. */
  private void await(Offer known, long nanos) {
    Offer last = known;
    long until = System.nanoTime() + nanos;
    for (int looks = 1; looks % LOOKS != 0 || !isOver(until); looks++) {
      Offer offer = shown;
      if (offer != last && offer != null) {
        last = offer;
        if (offer.join()) {
          waiting.decrementAndGet();
          offer.work();
          waiting.incrementAndGet();
          until = System.nanoTime() + PATIENCE_NANOS;
        }
      }
      Thread.onSpinWait();
    }
    waiting.decrementAndGet();
  }

  private static boolean isOver(long until) {
    return System.nanoTime() - until >= 0 || ForkJoinPool.commonPool().hasQueuedSubmissions();
  }
}
