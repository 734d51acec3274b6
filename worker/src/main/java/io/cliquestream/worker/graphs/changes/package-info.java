/**
 * What recent deltas changed, for whoever goes from one version of a graph to the next. Intake puts
 * them in, the graph store asks; from any thread.
 */
package io.cliquestream.worker.graphs.changes;
