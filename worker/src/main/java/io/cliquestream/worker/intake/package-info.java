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
 * io.cliquestream.worker.intake.VersionEvents}). {@link
 * io.cliquestream.worker.intake.VersionRereads} goes the same way again for one version, on a
 * loader's thread.
 *
 * <p>Owns the following of partitions, the poll thread and the graph store; only {@link
 * io.cliquestream.worker.intake.KafkaGraphStore} and {@link
 * io.cliquestream.worker.intake.IntakeHealth} are for others, from any thread.
 */
package io.cliquestream.worker.intake;
