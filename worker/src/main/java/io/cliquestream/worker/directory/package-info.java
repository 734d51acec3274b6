/**
 * What is known of the whole group, read from its topics: jobs, runs, standing jobs, graphs,
 * workers, dead letters. Each worker keeps the same picture, as much of it as settings allow, and
 * loses nothing when it loses it: it reads it again.
 *
 * <p>{@link io.cliquestream.worker.directory.GroupDirectory} is the picture; one lock guards it,
 * held for the time of a batch of records or of one list. {@link
 * io.cliquestream.worker.directory.feed.DirectoryFeed} fills it, on threads of its own. {@code api}
 * asks it, from threads that may wait, and gets immutable records of {@code listed}; {@code
 * service} makes it.
 */
package io.cliquestream.worker.directory;
