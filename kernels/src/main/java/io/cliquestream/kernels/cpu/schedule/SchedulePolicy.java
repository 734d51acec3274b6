package io.cliquestream.kernels.cpu.schedule;

/**
 * Tuning of the CPU scheduler.
 *
 * @param sliceNanos how long a thread stays with a job while another one waits
 * @param maximumParts most handed-over parts of one work that wait at a time
 * @param stopCheckNanos how often the owner of a work looks whether the job was stopped
 * @param creditNanos how far ahead of its tenant's fair share a small job may go
 * @param stackBytes stack of a thread; clique searches recurse once for each vertex they hold
 */
public record SchedulePolicy(
    long sliceNanos, int maximumParts, long stopCheckNanos, long creditNanos, long stackBytes) {
  /**
   * 10 ms turns; 1,024 waiting parts; a look every 20 ms; 200 ms of credit; 32 MiB stacks
   * (reserved, not used up).
   */
  public static final SchedulePolicy DEFAULT =
      new SchedulePolicy(10_000_000, 1_024, 20_000_000, 200_000_000, 32L << 20);

  /** The same with other turns and another bound on waiting parts. */
  public SchedulePolicy withSlices(long nanos, int parts) {
    return new SchedulePolicy(nanos, parts, stopCheckNanos, creditNanos, stackBytes);
  }
}
