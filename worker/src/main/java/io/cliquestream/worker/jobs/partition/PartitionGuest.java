package io.cliquestream.worker.jobs.partition;

import io.cliquestream.worker.jobs.state.PartitionMemory;

/**
 * Whoever holds something for a partition. Guests are told of every step on the coordinator's event
 * loop, all of them of one step before any of the next.
 */
public interface PartitionGuest {
  /**
   * A partition is about to come, and its graphs come in after this.
   *
   * @param memory what its present owner has left to be remembered so far
   */
  default void preparing(int partition, PartitionMemory memory) {}

  /** A partition that was about to come does not. */
  default void unprepared(int partition) {}

  /** The partition's memory is there; some of its graphs may be, others come in after this. */
  default void restoring(Partition partition) {}

  /** Everything is there: runs may start. */
  default void active(Partition partition) {}

  /** The partition is not this worker's any more. Comes for every partition, at whatever stage. */
  default void gone(Partition partition) {}
}
