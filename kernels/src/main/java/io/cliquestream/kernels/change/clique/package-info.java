/**
 * Cliques through changed edges: the subgraph that the common neighbours of an edge's ends induce,
 * and what is counted in it. Internal to {@code kernels.change}. Searches belong to one thread.
 */
package io.cliquestream.kernels.change.clique;
