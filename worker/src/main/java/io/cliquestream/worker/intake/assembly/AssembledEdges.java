package io.cliquestream.worker.intake.assembly;

import io.cliquestream.kernels.graph.EdgeArray;

/**
 * Edges with the share of the assembly budget they hold; closing frees both.
 *
 * @param edges pairs as they were listed
 * @param reserved bytes of the budget
 * @param budget where they came from
 */
public record AssembledEdges(EdgeArray edges, long reserved, AssemblyBudget budget)
    implements AutoCloseable {
  /** Pairs in a block of an edge array; memory comes in whole blocks. */
  private static final long BLOCK_PAIRS = 1L << 20;

  /** Bytes that so many pairs take; {@link Long#MAX_VALUE} beyond 64 bits. */
  static long bytesOf(long pairs, boolean wide) {
    long blocks = Math.ceilDiv(pairs, BLOCK_PAIRS);
    long blockBytes = BLOCK_PAIRS * (wide ? 16 : 8);
    return blocks > Long.MAX_VALUE / blockBytes ? Long.MAX_VALUE : blocks * blockBytes;
  }

  static EdgeArray array(boolean wide) {
    return wide ? EdgeArray.wide() : EdgeArray.narrow();
  }

  @Override
  public void close() {
    edges.close();
    budget.release(reserved);
  }
}
