package io.cliquestream.kernels.graph;

/**
 * What the input of a graph held besides its simple edges.
 *
 * @param pairs pairs read
 * @param loops pairs of a vertex with itself, dropped
 * @param duplicates further copies of an edge in either direction, dropped
 */
public record GraphInput(long pairs, long loops, long duplicates) {}
