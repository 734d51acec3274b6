/**
 * Maximal cliques, counted or listed. A root's enumeration belongs to one thread; listings leave in
 * an order that depends on the graph alone.
 */
package io.cliquestream.kernels.cpu.maximalclique;
