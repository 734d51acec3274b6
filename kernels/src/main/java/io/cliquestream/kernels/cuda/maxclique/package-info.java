/** Maximum cliques on a device: drives the search of {@code src/main/cuda/maxclique}. */
package io.cliquestream.kernels.cuda.maxclique;
