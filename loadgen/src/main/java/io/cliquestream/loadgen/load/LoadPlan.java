package io.cliquestream.loadgen.load;

import io.cliquestream.contract.Identifiers;
import io.cliquestream.v1.JobRequest;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A load to be put on a service.
 *
 * @param runId first part of every job id, at most 64 characters of a job id
 * @param jobsPerSecond jobs due each second
 * @param jobs jobs in all, 1 to 100,000,000
 * @param mix kinds of job
 * @param seed of the choice among the mix
 * @param outstanding jobs without a result at once; a job due beyond it waits, and its latency
 *     counts on from when it was due
 * @param drain how long results are awaited after the last job was sent
 * @param linger how long duplicates are looked for after the last result
 * @param warmUp what is due within it after the start is sent and checked like the rest, and left
 *     out of latency and lateness: the sender's own start is in it
 */
public record LoadPlan(
    String runId,
    double jobsPerSecond,
    int jobs,
    List<MixEntry> mix,
    long seed,
    int outstanding,
    Duration drain,
    Duration linger,
    Duration warmUp) {
  private static final int MOST_JOBS = 100_000_000;

  /** Checks the bounds. */
  public LoadPlan {
    mix = List.copyOf(mix);
    require(Identifiers.isJobId(runId) && runId.length() <= 64, "not a run id: '" + runId + "'");
    require(jobsPerSecond > 0 && jobsPerSecond <= 1e9, "rate out of bounds: " + jobsPerSecond);
    require(jobs >= 1 && jobs <= MOST_JOBS, "jobs out of bounds: " + jobs);
    require(!mix.isEmpty(), "the mix is empty");
    require(outstanding >= 1, "outstanding jobs must be 1 or more");
    require(!warmUp.isNegative(), "a warm-up must not be negative");
    require(
        warmUp.isZero() || (jobs - 1) / jobsPerSecond * 1e9 >= warmUp.toNanos(),
        "the warm-up is as long as the load: no latency would be left");
    require(!drain.isNegative() && !linger.isNegative(), "a wait must not be negative");
  }

  /** Nanoseconds after the start at which a job is due. */
  public long dueNanos(int index) {
    return (long) (index * (1e9 / jobsPerSecond));
  }

  /** Whether latency and lateness of a job count. */
  public boolean isMeasured(int index) {
    return dueNanos(index) >= warmUp.toNanos();
  }

  /** The kind of a job: always the same one for the same seed. */
  public MixEntry entry(int index) {
    int weights = mix.stream().mapToInt(MixEntry::weight).sum();
    int dice = new SplittableRandom(seed + index).split().nextInt(weights);
    for (MixEntry entry : mix) {
      dice -= entry.weight();
      if (dice < 0) {
        return entry;
      }
    }
    throw new IllegalStateException("weights changed");
  }

  /** The request of a job. */
  public JobRequest request(int index) {
    MixEntry entry = entry(index);
    return entry.job().algorithm().toBuilder()
        .setJobId(runId + '-' + index)
        .setGraphId(entry.graphId())
        .build();
  }

  /** The number of a job of this run; -1 for any other job id. */
  public int indexOf(String jobId) {
    if (!jobId.startsWith(runId + '-')) {
      return -1;
    }
    try {
      int index = Integer.parseInt(jobId.substring(runId.length() + 1));
      return index < jobs ? index : -1;
    } catch (NumberFormatException notOfThisRun) {
      return -1;
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
