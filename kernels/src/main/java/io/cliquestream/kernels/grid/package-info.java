/**
 * Triangles of graphs that are larger than the memory they may take, by a partition in two
 * dimensions (Pandey et al., TRUST: Triangle Counting Reloaded on GPUs, 2021, section 5).
 *
 * <p>Vertices are numbered by ascending degree; an arc goes from the lower to the higher number,
 * its rank. Part (i, j) has the arcs from ranks that are i modulo n to ranks that are j: hub or
 * not, every class of ranks has its share of the arcs. A triangle of ranks in the classes i, j and
 * k is found in the three parts (i, j), (i, k) and (j, k) alone. So there are n³ tasks that need
 * nothing of each other, each may be done in shares of its roots, and no more than three parts have
 * to be in memory. All parts lie in one file; what is in memory is bounded by a budget, and which
 * part is read when is known before the first one is: {@link io.cliquestream.kernels.grid.GridPlan}
 * says it.
 *
 * <p>Part of the library's API; start at {@link io.cliquestream.kernels.grid.GridTriangles}. A run
 * belongs to the thread that calls it, and uses others by its parallelism.
 */
package io.cliquestream.kernels.grid;
