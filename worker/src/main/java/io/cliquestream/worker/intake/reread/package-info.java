/**
 * Versions that are read from the topic once more, each for itself: those that neither memory nor
 * disk has any more, those of partitions that this worker does not follow, and those that a command
 * asks for.
 *
 * <p>{@link io.cliquestream.worker.intake.reread.VersionRereads} reads; {@link
 * io.cliquestream.worker.intake.reread.VersionSource} says where a version lies, and is what the
 * cache reads it by. Blocks: on the cache's loader, on a thread of {@link
 * io.cliquestream.worker.intake.reread.ForeignVersions}, or on a command's, with a consumer for the
 * time of one reading. Called by {@code intake}; {@link
 * io.cliquestream.worker.intake.reread.PublishedVersions} is for commands.
 */
package io.cliquestream.worker.intake.reread;
