package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/**
 * What a count left behind: cliques counted one by one, and leaves of pivot trees by held and pivot
 * vertices. Partial when the count was stopped: then everything read off it is a lower bound.
 */
public final class CliqueTally {
  private final NativeRecord totals;
  private final MemorySegment low;
  private final MemorySegment high;
  private final int held;
  private final int pivots;

  /**
   * Reads a result.
   *
   * @param totals the C record, followed by the cells' low and high words
   * @param held rows of the histogram, 0 without one
   */
  CliqueTally(NativeRecord totals, MemorySegment cells, int held, int pivots) {
    long bytes = Long.BYTES * (long) held * pivots;
    this.totals = totals;
    this.low = cells.asSlice(0, bytes);
    this.high = cells.asSlice(bytes, bytes);
    this.held = held;
    this.pivots = pivots;
  }

  /** Nodes of pivot trees, or steps of orientation. */
  public long nodes() {
    return totals.get("nodes");
  }

  /** Clock cycles of all warps, without those spent waiting for work. */
  long cycles() {
    return totals.get("cycles");
  }

  /** Words of two sets compared, lane by lane. */
  public long sweeps() {
    return totals.get("sweeps");
  }

  /**
   * Cliques by size.
   *
   * @param least smallest size that was counted
   * @return entry k: cliques of k vertices, right for the sizes that were counted
   */
  public BigInteger[] counts(int least) {
    BigInteger single = unsigned(totals.get("high"), totals.get("low"));
    if (held == 0) {
      BigInteger[] counts = new BigInteger[least + 1];
      counts[least] = single;
      return counts;
    }
    BigInteger[] counts =
        CountedSizes.of(
            held,
            pivots,
            (h, p) -> {
              long at = (long) h * pivots + p;
              return unsigned(
                  high.getAtIndex(ValueLayout.JAVA_LONG, at),
                  low.getAtIndex(ValueLayout.JAVA_LONG, at));
            });
    if (single.signum() != 0 && least < counts.length) {
      counts[least] = counts[least].add(single);
    }
    return counts;
  }

  private static BigInteger unsigned(long high, long low) {
    if (high == 0 && low >= 0) {
      return BigInteger.valueOf(low);
    }
    byte[] bytes = new byte[2 * Long.BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[i] = (byte) (high >>> (56 - 8 * i));
      bytes[Long.BYTES + i] = (byte) (low >>> (56 - 8 * i));
    }
    return new BigInteger(1, bytes);
  }
}
