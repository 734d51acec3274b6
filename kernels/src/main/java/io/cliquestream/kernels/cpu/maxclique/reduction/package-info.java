/**
 * What makes a sparse graph small before any search: core order, greedy cliques, bounds of roots,
 * the vertices that survive them, and the neighbourhood of a root as a matrix of bits.
 */
package io.cliquestream.kernels.cpu.maxclique.reduction;
