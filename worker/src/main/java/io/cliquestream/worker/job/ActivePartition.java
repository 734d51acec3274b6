package io.cliquestream.worker.job;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the coordinator holds for one assigned partition; gone when the partition is. */
final class ActivePartition {
  private final int partition;
  private final long epoch;
  private final PartitionMemory memory;
  private final Map<String, ActiveJob> jobs = new HashMap<>();
  private final Map<String, StandingJob> standing = new HashMap<>();

  /** Standing jobs whose first version is being looked up. */
  private final Set<String> registering = new HashSet<>();

  ActivePartition(int partition, long epoch, PartitionMemory memory) {
    this.partition = partition;
    this.epoch = epoch;
    this.memory = memory;
  }

  int partition() {
    return partition;
  }

  long epoch() {
    return epoch;
  }

  PartitionMemory memory() {
    return memory;
  }

  /** Runs that have not ended, by job id. */
  Map<String, ActiveJob> jobs() {
    return jobs;
  }

  Map<String, StandingJob> standing() {
    return standing;
  }

  Set<String> registering() {
    return registering;
  }

  /** Whether a job id was answered, is being answered, or stands. */
  boolean knows(String jobId) {
    return memory.knows(jobId) || jobs.containsKey(jobId) || registering.contains(jobId);
  }
}
