/**
 * How the graph topic is read: by which consumers, and what is done about a record that does not
 * fit the heap.
 *
 * <p>Owns neither threads nor what was read: the poll thread of {@code intake} reads with these, as
 * do {@code intake.reread} and the dead letters of graphs, each with a consumer of its own.
 */
package io.cliquestream.worker.intake.topic;
