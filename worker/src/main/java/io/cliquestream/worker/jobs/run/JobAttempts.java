package io.cliquestream.worker.jobs.run;

import io.cliquestream.kernels.control.JobControl;
import java.time.Duration;

/**
 * The tries to compute a job: one at a time, each with a control of its own under the job's. Begun
 * by the lane that computes it, displaced by the watch of the lanes.
 */
final class JobAttempts {
  private final JobControl job;
  private JobControl present;
  private boolean displaced;

  JobAttempts(JobControl job) {
    this.job = job;
  }

  /** A new try, which ends as if at a deadline after the limit. */
  synchronized JobControl begin(Duration limit) {
    displaced = false;
    present =
        job.attempt(
            limit,
            "the job computed for longer than jobs.maximum-time, " + limit.toMillis() + " ms");
    return present;
  }

  /** The control of the present try; the job's own before the first. */
  synchronized JobControl current() {
    return present == null ? job : present;
  }

  /**
   * Stops the present try for the sake of others.
   *
   * @return false when there is none that goes on: to stop the job itself would end it for good
   */
  synchronized boolean displace() {
    if (present == null || present.stopped()) {
      return false;
    }
    displaced = true;
    present.cancel("it made room for other jobs");
    return true;
  }

  /** Whether the present try was stopped for the sake of others, and for nothing else. */
  synchronized boolean isDisplaced() {
    return displaced && !job.stopped();
  }
}
