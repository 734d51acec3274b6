package io.cliquestream.kernels.change.rows;

/**
 * Changes as they came, in order: ids of both ends, and whether the edge comes.
 *
 * @param ids two for each change
 * @param inserted by change
 * @param count how many there are
 */
public record RawChanges(long[] ids, boolean[] inserted, int count) {}
