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

  /**
   * Adds edges.
   *
   * @param ids two an edge, the first {@code count}
   * @param bits every bit that one of them has
   */
  public void addAll(long[] ids, int count, long bits) {
    if (count < STAGED_IDS / 8) {
      for (int i = 0; i < count; i += 2) {
        add(ids[i], ids[i + 1]);
      }
      return;
    }
    flush();
    claim(count / 2);
    if (bits >>> 32 != 0) {
      edges = edges.widened();
    }
    edges.addAll(ids, count);
  }

  /**
   * Adds edges.
   *
   * @param ids unsigned, two an edge
   * @param pairs how many edges, the first ones
   */
  public void addAll(int[] ids, int pairs) {
    flush();
    claim(pairs);
    edges.addAll(ids, 2 * pairs);
  }

  private void claim(long pairs) {
    if (allPairs.addAndGet(pairs) > maximumPairs) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "%s has more than the %d pairs that may be read".formatted(source, maximumPairs));
    }
  }

  private void flush() {
    if (stagedIds == 0) {
      return;
    }
    claim(stagedIds / 2);
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
