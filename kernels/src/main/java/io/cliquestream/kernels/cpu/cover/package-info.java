/**
 * Smallest vertex covers, hence largest independent sets, of sparse graphs: what a maximum clique
 * is in a dense graph, looked at from its complement.
 */
package io.cliquestream.kernels.cpu.cover;
