package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Collects the pairs that one thread reads, in 4 bytes an id until one does not fit. The number of
 * pairs of all threads together is held below the limit.
 */
final class PairSink implements AutoCloseable {
  private static final int STAGED_IDS = 1 << 13;

  private final String file;
  private final ReadLimits limits;
  private final AtomicLong allPairs;
  private final long[] staged = new long[STAGED_IDS];
  private int stagedIds;
  private long stagedBits;
  private EdgeArray edges = EdgeArray.narrow();
  private boolean taken;

  PairSink(String file, ReadLimits limits, AtomicLong allPairs) {
    this.file = file;
    this.limits = limits;
    this.allPairs = allPairs;
  }

  void add(long from, long to) {
    staged[stagedIds++] = from;
    staged[stagedIds++] = to;
    stagedBits |= from | to;
    if (stagedIds == STAGED_IDS) {
      flush();
    }
  }

  /** Adds the first pairs of an array of unsigned ids, two a pair. */
  void addAll(int[] ids, int pairs) {
    flush();
    claim(pairs);
    edges.addAll(ids, 2 * pairs);
  }

  /** Adds plain little-endian pairs. */
  void addPairs(MemorySegment pairs, int idBytes) {
    claim(pairs.byteSize() / (2L * idBytes));
    if (idBytes == Long.BYTES) {
      edges = edges.widened();
    }
    edges.appendPairs(pairs, idBytes);
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

  private void claim(long pairs) {
    if (allPairs.addAndGet(pairs) > limits.maximumPairs()) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "%s has more than the %d pairs that may be read".formatted(file, limits.maximumPairs()));
    }
  }

  /** What was collected; the caller's to close. */
  EdgeArray take() {
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
