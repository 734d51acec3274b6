package io.cliquestream.worker.jobs.partition;

/**
 * Whoever holds something for a partition. Guests are told of every step on the coordinator's event
 * loop, all of them of one step before any of the next.
 */
public interface PartitionGuest {
  /** The partition's memory is there; some of its graphs may be, others come in after this. */
  default void restoring(Partition partition) {}

  /** Everything is there: runs may start. */
  default void active(Partition partition) {}

  /** The partition is not this worker's any more. Comes for every partition, at whatever stage. */
  default void gone(Partition partition) {}
}
