/**
 * What is listed of the group: jobs, runs, standing jobs, graphs, workers, dead letters and alerts,
 * each an immutable record, and {@link io.cliquestream.worker.directory.listed.Page}, a part of a
 * list.
 *
 * <p>Owns no state and no thread: {@code directory} makes these from its records, {@code api}
 * writes them as JSON, {@code service} and {@code api} make those of the worker itself. Any thread
 * may read them. They know the contract's messages and the states that they are read from, and
 * nothing of tables, locks or topics.
 */
package io.cliquestream.worker.directory.listed;
