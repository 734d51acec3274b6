/**
 * Automorphisms of a dense graph: orbits, one representative of each, and the parts that remain to
 * search or to count.
 */
package io.cliquestream.kernels.cpu.maxclique.symmetry;
