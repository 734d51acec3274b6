package io.cliquestream.kernels.cuda.process;

import java.time.Duration;

/**
 * How long a stopped call is waited for until the process is held to hang.
 *
 * <p>What was stopped drains behind what the device does already, and another call's launch does
 * not hear of the stop: as long as others get on, a call that does not end may well be one that
 * waits its turn, and to end the process would cost everybody's work. A kernel that hangs while
 * others get on beside it looks the same, so this, too, ends. Used by the caller's thread.
 */
final class StopWait {
  private final ProcessPolicy policy;
  private final long since = System.nanoTime();
  private long seen;
  private long lastNews = since;

  /**
   * Begins now.
   *
   * @param news how often any call of the process has said that it gets on
   */
  StopWait(ProcessPolicy policy, long news) {
    this.policy = policy;
    this.seen = news;
  }

  /** The stopped call itself said so, which counts for nothing. */
  void own() {
    seen++;
  }

  /** Whether the process is to be held to hang, with the present count of news. */
  boolean isOver(long news) {
    long now = System.nanoTime();
    if (news > seen) {
      seen = news;
      lastNews = now;
    }
    return now - lastNews > policy.stopTime().toNanos()
        || now - since > policy.crowdedStopTime().toNanos();
  }

  Duration waited() {
    return Duration.ofNanos(System.nanoTime() - since);
  }
}
