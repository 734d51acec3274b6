/**
 * Graphs in memory: edge arrays, compressed sparse rows of both widths, orientations. Part of the
 * library's API.
 *
 * <p>Graphs are immutable and off the heap. Whoever made one closes it; any number of threads may
 * read it until then.
 */
package io.cliquestream.kernels.graph;
