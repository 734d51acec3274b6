package io.cliquestream.kernels.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What lies off the heap, for tests that compare it before and after. */
public final class LiveMemory {
  private static final long PAUSE_MILLIS = 20;

  private LiveMemory() {}

  /**
   * {@return what lies off the heap once arenas that were left to the collector, by earlier tests
   * too, are given back: one that went in between would be taken for the test's own}
   */
  public static long settledBytes() {
    long before = -1;
    long now = LargeArena.liveBytes();
    while (now != before) {
      System.gc();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
      before = now;
      now = LargeArena.liveBytes();
    }
    return now;
  }

  /** Holds that all was given back, or is left to the collector. */
  public static void assertBackTo(long settled) {
    if (LargeArena.liveBytes() != settled) {
      assertThat(settledBytes()).isEqualTo(settled);
    }
  }
}
