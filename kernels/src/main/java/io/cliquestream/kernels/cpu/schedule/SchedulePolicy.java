package io.cliquestream.kernels.cpu.schedule;

/**
 * Tuning of the CPU scheduler.
 *
 * @param sliceNanos how long a thread stays with a job while another one waits
 * @param maximumParts most handed-over parts of one work that wait at a time
 */
public record SchedulePolicy(long sliceNanos, int maximumParts) {
  /** 10 ms turns; 1,024 waiting parts. */
  public static final SchedulePolicy DEFAULT = new SchedulePolicy(10_000_000, 1_024);

  /**
   * Share of a priority against the others: each step up counts half as much again, so that
   * priority 9 gets about 7 times the time of 4.
   */
  double weight(int priority) {
    return Math.pow(1.5, priority);
  }
}
