/**
 * What several counting algorithms share: the graph relabelled by rank, exact sums, root chunks.
 */
package io.cliquestream.kernels.cpu.ranked;
