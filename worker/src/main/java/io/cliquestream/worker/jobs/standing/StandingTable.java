package io.cliquestream.worker.jobs.standing;

import io.cliquestream.worker.jobs.partition.Partition;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The standing jobs of the assigned partitions. Confined to one thread but for {@link #follows}.
 */
final class StandingTable {
  /** By assignment and job id, from before the partition is active. */
  private final Map<Partition, Map<String, RegisteredJob>> jobs = new HashMap<>();

  private final Map<Partition, BeingRegistered> registering = new HashMap<>();

  /** How many jobs follow each graph. */
  private final Map<String, Integer> followers = new ConcurrentHashMap<>();

  void open(Partition partition) {
    jobs.put(partition, new HashMap<>());
    registering.put(partition, new BeingRegistered());
  }

  /** Forgets a partition and lets go of what its jobs hold; returns them. */
  List<RegisteredJob> close(Partition partition) {
    List<RegisteredJob> left = all(partition);
    left.forEach(this::remove);
    registering.remove(partition);
    jobs.remove(partition);
    return left;
  }

  /** A partition's jobs that are being registered; of one that is gone, of nobody's concern. */
  BeingRegistered registering(Partition partition) {
    return registering.getOrDefault(partition, new BeingRegistered());
  }

  /** A job; null when there is none of that id. */
  RegisteredJob get(Partition partition, String jobId) {
    return jobs.getOrDefault(partition, Map.of()).get(jobId);
  }

  boolean contains(RegisteredJob job) {
    return get(job.partition(), job.jobId()) == job;
  }

  /** A copy, so that what is done to each may change the table. */
  List<RegisteredJob> all(Partition partition) {
    return List.copyOf(jobs.getOrDefault(partition, Map.of()).values());
  }

  /** The same of all partitions. */
  List<RegisteredJob> all() {
    return jobs.values().stream().map(Map::values).flatMap(Collection::stream).toList();
  }

  /** How many a tenant has, those that are being registered included. */
  long ofTenant(String tenant) {
    long coming = registering.values().stream().mapToLong(jobs -> jobs.ofTenant(tenant)).sum();
    return coming
        + all().stream()
            .filter(job -> job.definition().request().getTenant().equals(tenant))
            .count();
  }

  void add(RegisteredJob job) {
    jobs.get(job.partition()).put(job.jobId(), job);
    followers.merge(job.graphId(), 1, Integer::sum);
  }

  /** Takes a job out and lets go of what it holds; does nothing when it is not there. */
  void remove(RegisteredJob job) {
    if (contains(job)) {
      jobs.get(job.partition()).remove(job.jobId());
      job.letGo();
      followers.computeIfPresent(job.graphId(), (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Whether some job stands on a graph; from any thread. */
  boolean follows(String graphId) {
    return followers.containsKey(graphId);
  }
}
