package io.cliquestream.kernels.control;

/**
 * How far a search for maximum cliques has come.
 *
 * @param lower vertices of the largest clique found
 * @param upper proven: no clique has more vertices
 * @param candidates starting points of the search that are left, each of which may still lead to a
 *     larger clique, or to another maximum one where all are wanted: vertices, or branches at them;
 *     an indication, which may rise when a branch is split
 */
public record CliqueBounds(int lower, int upper, long candidates) {}
