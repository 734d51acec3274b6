package io.cliquestream.kernels.change;

/**
 * What a batch did. Of several changes of a pair the last one counts.
 *
 * @param inserted edges added
 * @param deleted edges removed
 * @param ignoredInserts pairs to be inserted that were there
 * @param ignoredDeletes pairs to be deleted that were not
 * @param loops changes of a vertex with itself, dropped
 * @param superseded changes dropped because the same pair changed again in the batch
 */
public record BatchTotals(
    long inserted,
    long deleted,
    long ignoredInserts,
    long ignoredDeletes,
    long loops,
    long superseded) {}
