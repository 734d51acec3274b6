/**
 * The rows that versions of one graph share: one family of rows for intake, which makes versions of
 * deltas, for the cache, which assembles whole graphs of them, and for standing jobs, which go from
 * one version to the next. Owns what changes made of a base graph and enters it into the process's
 * account; the base is handed in, with a way to give it back. Called from any thread; knows the
 * compute library alone.
 */
package io.cliquestream.worker.graphs.rows;
