/**
 * Branch and bound in one graph that is a matrix of bits: bounds by colours and conflicts, covers
 * of the complement, first cliques. A search belongs to one thread; the incumbent is shared.
 */
package io.cliquestream.kernels.cpu.maxclique.dense;
