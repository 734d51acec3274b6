/**
 * How a standing job goes from the version it stands on to the next: graphs as they evolve, its
 * answer brought forward or computed anew, and the matches that appeared and vanished. Used by the
 * lanes, one at a time for each job; knows the compute library and the graph store, and nothing of
 * runs and partitions.
 */
package io.cliquestream.worker.jobs.change;
