package io.cliquestream.formats.edges;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Collects the edges that one thread reads, in 4 bytes an id until one does not fit. The number of
 * edges of all threads together is held below the limit.
 */
public final class EdgeSink implements AutoCloseable {
  private static final int STAGED_IDS = 1 << 13;

  private final String source;
  private final long maximumPairs;
  private final AtomicLong allPairs;
  private final long[] staged = new long[STAGED_IDS];
  private int stagedIds;
  private long stagedBits;
  private EdgeArray edges = EdgeArray.narrow();
  private boolean taken;

  /**
   * An empty sink.
   *
   * @param allPairs pairs of all sinks that share the limit
   */
  public EdgeSink(String source, long maximumPairs, AtomicLong allPairs) {
    this.source = source;
    this.maximumPairs = maximumPairs;
    this.allPairs = allPairs;
  }

  /** Adds an edge; GRAPH_TOO_LARGE beyond the limit. */
  public void add(long from, long to) {
    staged[stagedIds++] = from;
    staged[stagedIds++] = to;
    stagedBits |= from | to;
    if (stagedIds == STAGED_IDS) {
      flush();
    }
  }

  private void flush() {
    if (allPairs.addAndGet(stagedIds / 2) > maximumPairs) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "%s has more than the %d pairs that may be read".formatted(source, maximumPairs));
    }
    if (stagedBits >>> 32 != 0) {
      edges = edges.widened();
    }
    edges.addAll(staged, stagedIds);
    stagedIds = 0;
  }

  /** What was collected; the caller's to close. */
  public EdgeArray take() {
    flush();
    taken = true;
    return edges;
  }

  /** Frees what was collected, unless it was taken. */
  @Override
  public void close() {
    if (!taken) {
      edges.close();
    }
  }
}
