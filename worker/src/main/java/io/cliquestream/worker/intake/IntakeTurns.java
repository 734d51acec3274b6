package io.cliquestream.worker.intake;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.TreeSet;

/**
 * Whose records the intake's threads take in next. Partitions that are being restored come one
 * after the other, so that the first has its graphs, and answers its jobs, long before the last
 * one; side by side all of them would be done at the end. Those that were restored before come in
 * the order in which they asked. While some of either kind wait, the kinds take turns: neither what
 * is new nor what is being restored waits for all of the other. Confined to the intake's event
 * loop.
 */
final class IntakeTurns {
  /** Somebody who has work for a thread. */
  interface Taker {
    /** When it came, in relation to the others; unique. */
    long number();

    /** Whether what lay in its partition at first was taken in. */
    boolean isRestored();

    /** Begins; {@link IntakeTurns#ended} is to be called when it has ended. */
    void take();
  }

  private final int threads;
  private final Deque<Taker> restored = new ArrayDeque<>();
  private final TreeSet<Taker> restoring = new TreeSet<>(Comparator.comparingLong(Taker::number));
  private boolean restoringNext;
  private int busy;

  /**
   * @param threads that take records in, at least 1
   */
  IntakeTurns(int threads) {
    this.threads = threads;
  }

  /** Has one turn as soon as a thread is free for it; not while it waits or works already. */
  void wants(Taker taker) {
    if (taker.isRestored()) {
      restored.add(taker);
    } else {
      restoring.add(taker);
    }
    give();
  }

  /** Does not want its turn any more; false when it has it already, or did not want one. */
  boolean withdraw(Taker taker) {
    return restoring.remove(taker) || restored.remove(taker);
  }

  /** A turn has ended. */
  void ended() {
    busy--;
    give();
  }

  private void give() {
    while (busy < threads && !(restored.isEmpty() && restoring.isEmpty())) {
      boolean toRestoring = restored.isEmpty() || (restoringNext && !restoring.isEmpty());
      restoringNext = !toRestoring;
      busy++;
      (toRestoring ? restoring.pollFirst() : restored.poll()).take();
    }
  }
}
