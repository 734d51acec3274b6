package io.cliquestream.worker.reading;

import java.util.concurrent.TimeUnit;

/**
 * Counts turns of a poll loop that ran out of memory and, read record by record, gave nothing
 * either: no record is to blame, and the next turn may be the same. Between such turns is a pause
 * that doubles from {@value #PAUSE_MILLIS} to {@value #LONGEST_PAUSE_MILLIS} ms, in which whatever
 * takes the memory may end; the turn number {@value #MAXIMUM} in a row gives up. Used by one
 * thread.
 */
public final class FutileTurns {
  /** Turns in a row after which the loop ends. */
  public static final int MAXIMUM = 8;

  private static final long PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  private int turns;

  /** A turn got on. */
  public void gotOn() {
    turns = 0;
  }

  /**
   * A turn did not; returns after a pause.
   *
   * @throws OutOfMemoryError the one given, when it is one too many
   */
  public void ranOut(OutOfMemoryError error) throws InterruptedException {
    if (++turns >= MAXIMUM) {
      throw error;
    }
    TimeUnit.MILLISECONDS.sleep(Math.min(LONGEST_PAUSE_MILLIS, PAUSE_MILLIS << (turns - 1)));
  }
}
