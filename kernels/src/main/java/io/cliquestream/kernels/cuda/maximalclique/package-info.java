/** Maximal cliques on a device: drives the enumeration of {@code src/main/cuda/maximalclique}. */
package io.cliquestream.kernels.cuda.maximalclique;
