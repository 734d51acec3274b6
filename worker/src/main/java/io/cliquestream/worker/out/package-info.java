/**
 * The records that leave the worker: topics, keys, headers and bounds of results, progress, states
 * and dead letters. Makes them from any thread, and writes none. Called by jobs and intake; does
 * not know how an answer was made.
 */
package io.cliquestream.worker.out;
