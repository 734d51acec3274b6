package io.cliquestream.kernels.change.match;

/**
 * A match that appeared or vanished.
 *
 * @param appeared whether it appeared
 * @param matchId its name: the same for the same match of the same query, whenever, wherever and in
 *     whatever order it is found; the kind of match, then its ids in canonical order
 * @param vertices ids in that order: for a pattern by the pattern's vertices, the least of the
 *     assignments that are this match; for a clique ascending
 * @param causeFrom the lesser end of the edge that made the difference; of several the first by
 *     their ids. Where a maximal clique is one because edges to another vertex went, or is none
 *     because they came, one of these
 * @param causeTo the other end
 * @param causeInserted whether that edge came or went
 */
public record MatchChange(
    boolean appeared,
    String matchId,
    long[] vertices,
    long causeFrom,
    long causeTo,
    boolean causeInserted) {}
