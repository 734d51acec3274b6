package io.cliquestream.kernels.cpu.maximalclique;

/** Takes the listed cliques of one chunk in order: vertices ascending, the array is the taker's. */
@FunctionalInterface
interface CliqueOutput {
  void add(int[] clique);
}
