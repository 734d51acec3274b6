package io.cliquestream.worker.intake.assembly;

import io.cliquestream.kernels.graph.EdgeArray;

/**
 * Edges with the share of the assembly budget they hold; closing frees both.
 *
 * @param edges pairs as they were listed
 * @param reserved bytes of the budget
 * @param account where they came from
 */
public record AssembledEdges(EdgeArray edges, long reserved, TenantAccount account)
    implements AutoCloseable {
  /** Pairs in a full block of an edge array. */
  private static final long BLOCK_PAIRS = 1L << 20;

  /** Pairs in the first block of an edge array, which grows by {@link #GROWTH} up to a full one. */
  private static final long FIRST_PAIRS = 1L << 8;

  private static final int GROWTH = 4;

  /**
   * Most bytes that an edge array of so many pairs holds, the outgrown copies of its first block
   * included; {@link Long#MAX_VALUE} beyond 64 bits.
   */
  static long bytesOf(long pairs, boolean wide) {
    if (pairs <= 0) {
      return pairs == 0 ? 0 : Long.MAX_VALUE;
    }
    long pairBytes = wide ? 16 : 8;
    long first = FIRST_PAIRS;
    long held = first;
    while (first < Math.min(pairs, BLOCK_PAIRS)) {
      first = Math.min(BLOCK_PAIRS, GROWTH * first);
      held += first;
    }
    long further = Math.ceilDiv(Math.max(0, pairs - BLOCK_PAIRS), BLOCK_PAIRS);
    return further > (Long.MAX_VALUE / pairBytes - held) / BLOCK_PAIRS
        ? Long.MAX_VALUE
        : (held + further * BLOCK_PAIRS) * pairBytes;
  }

  /**
   * Most bytes that edges take while several threads parse them.
   *
   * @param narrowPairs pairs of eight bytes that they cannot exceed
   * @param threads each of which may leave one block half empty
   */
  public static long mostBytesOf(long narrowPairs, int threads) {
    return bytesOf(narrowPairs, false) + (threads - 1) * BLOCK_PAIRS * 16;
  }

  static EdgeArray array(boolean wide) {
    return wide ? EdgeArray.wide() : EdgeArray.narrow();
  }

  @Override
  public void close() {
    edges.close();
    account.release(reserved);
  }
}
