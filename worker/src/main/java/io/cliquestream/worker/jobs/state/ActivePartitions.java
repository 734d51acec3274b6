package io.cliquestream.worker.jobs.state;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The partitions whose jobs this worker answers now, one epoch of each. Confined to one thread. */
public final class ActivePartitions {
  private final Map<Integer, ActivePartition> partitions = new HashMap<>();

  public void add(ActivePartition partition) {
    partitions.put(partition.partition(), partition);
  }

  /** A partition; null when it is another worker's, or not restored yet. */
  public ActivePartition get(int partition) {
    return partitions.get(partition);
  }

  public boolean isCurrent(int partition, long epoch) {
    ActivePartition owner = partitions.get(partition);
    return owner != null && owner.epoch() == epoch;
  }

  /** Takes a partition of an epoch out; null when it is not here. */
  public ActivePartition remove(int partition, long epoch) {
    return isCurrent(partition, epoch) ? partitions.remove(partition) : null;
  }

  /** A copy, so that what is done to each may change the set. */
  public Collection<ActivePartition> all() {
    return List.copyOf(partitions.values());
  }

  public void clear() {
    partitions.clear();
  }
}
