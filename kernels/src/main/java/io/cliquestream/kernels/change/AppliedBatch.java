package io.cliquestream.kernels.change;

/**
 * The version that a batch made.
 *
 * @param version the caller's lease; to be closed
 * @param totals what the batch did
 */
public record AppliedBatch(GraphVersion version, BatchTotals totals) {}
