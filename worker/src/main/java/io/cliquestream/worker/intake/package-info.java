/**
 * From the graph topic to usable versions. Data goes one way:
 *
 * <pre>
 *   GraphTopicPoller --records--> GraphIntakeVerticle --> PartitionFeed --> PartitionIntake
 *   (poll thread)                 (event loop)            (event loop)      (worker thread)
 *        --> PartitionAssembler --versions--> PartitionVersions --> GraphCatalog, GraphCache
 * </pre>
 *
 * What comes back goes through one small interface each: a feed that falls behind ({@link
 * io.cliquestream.worker.intake.BackPressure}), versions that change ({@link
 * io.cliquestream.worker.intake.VersionEvents}). {@code reread} goes the same way again for one
 * version, on a loader's thread; {@code topic} is how both read.
 *
 * <p>Owns the following of partitions, the poll thread and the graph store; only {@link
 * io.cliquestream.worker.intake.KafkaGraphStore} and {@link
 * io.cliquestream.worker.intake.IntakeHealth} are for others, from any thread.
 */
package io.cliquestream.worker.intake;
