package io.cliquestream.worker.jobs.state;

import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.jobs.standing.StandingJob;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the coordinator holds for one assigned partition; gone when the partition is. */
public final class ActivePartition {
  private final int partition;
  private final long epoch;
  private final PartitionMemory memory;
  private final Map<String, ActiveJob> jobs = new HashMap<>();
  private final Map<String, StandingJob> standing = new HashMap<>();

  /** Standing jobs whose first version is being looked up. */
  private final Set<String> registering = new HashSet<>();

  public ActivePartition(int partition, long epoch, PartitionMemory memory) {
    this.partition = partition;
    this.epoch = epoch;
    this.memory = memory;
  }

  public int partition() {
    return partition;
  }

  public long epoch() {
    return epoch;
  }

  public PartitionMemory memory() {
    return memory;
  }

  /** Runs that have not ended, by job id. */
  public Map<String, ActiveJob> jobs() {
    return jobs;
  }

  public Map<String, StandingJob> standing() {
    return standing;
  }

  public Set<String> registering() {
    return registering;
  }

  /** Whether a job id was answered, is being answered, or stands. */
  public boolean knows(String jobId) {
    return memory.knows(jobId) || jobs.containsKey(jobId) || registering.contains(jobId);
  }
}
