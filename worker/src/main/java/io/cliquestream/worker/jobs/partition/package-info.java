/**
 * A partition's life on this worker, and its one owner. {@link
 * io.cliquestream.worker.jobs.partition.PartitionLives} is told by the exchange what the group gave
 * and took, leads each assignment through its stages and tells its guests (runs, standing jobs,
 * control dead letters) of every step, in one order, on the coordinator's event loop. Guests keep
 * what they hold for an assignment under its {@link
 * io.cliquestream.worker.jobs.partition.Partition} and let go of it when they are told that it is
 * gone. Knows the exchange, the state topic and the graph store; no guest.
 */
package io.cliquestream.worker.jobs.partition;
