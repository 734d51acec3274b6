package io.cliquestream.worker.jobs.admission;

import java.time.Duration;

/**
 * How many jobs compute at a time, and what a small one is.
 *
 * @param lanes jobs of any kind at a time, 1 or more
 * @param smallLanes further ones that long jobs never get, 1 or more
 * @param spareLanes further ones for long jobs of tenants that have none running
 * @param smallTime processor time after which a job is a long one
 * @param memoryWait longest that the first in line waits for memory that no job holds
 */
public record LanePolicy(
    int lanes, int smallLanes, int spareLanes, Duration smallTime, Duration memoryWait) {
  /** So many times its processor time may a small job take by the clock. */
  private static final int CLOCK = 4;

  /** All lanes together: so many threads take jobs. */
  public int total() {
    return lanes + smallLanes + spareLanes;
  }

  /** Whether a job that counts as small turns out to be none. */
  boolean isPast(long processorNanos, long elapsedNanos) {
    return processorNanos > smallTime.toNanos() || elapsedNanos > CLOCK * smallTime.toNanos();
  }
}
