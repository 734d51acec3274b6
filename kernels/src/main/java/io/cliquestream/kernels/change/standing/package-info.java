/**
 * Jobs whose exact answer follows a graph from version to version. Part of the library's API. A
 * {@link io.cliquestream.kernels.change.standing.StandingJob} is used by one thread at a time; many
 * of them may stand on one graph.
 */
package io.cliquestream.kernels.change.standing;
