package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/**
 * Finds out whether every edge is listed from both its ends equally often, in one pass and without
 * memory: each listing adds a hash of its edge, the one from the larger end subtracts it. A sum
 * that is not zero proves a one-sided edge; a one-sided edge leaves the sum at zero with a
 * probability of 2^-64, whatever the file, since the hash has a random key. Loops have one end and
 * are left out.
 */
final class BothEnds {
  private static final int BUCKETS_SHIFT = 48;

  /** Buckets of edges that are looked into for the first one at fault: a 8,192th of the edges. */
  private static final int MOST_BUCKETS = 8;

  private final long key = RandomGenerator.of("L64X128MixRandom").nextLong();
  private final LongAdder total = new LongAdder();

  /** What one thread adds up over a block. */
  static final class Sum {
    private final long key;
    private long value;

    private Sum(long key) {
      this.key = key;
    }

    /** A vertex's line lists a neighbour. */
    void add(long vertex, long neighbor) {
      value += signed(key, vertex, neighbor);
    }
  }

  /** An edge with its ends in order. */
  private record Edge(long smaller, long larger) {
    /** The end whose line lists the other one more often, by a surplus of the smaller end. */
    long listing(long surplus) {
      return surplus > 0 ? smaller : larger;
    }
  }

  Sum sum() {
    return new Sum(key);
  }

  void add(Sum sum) {
    total.add(sum.value);
  }

  boolean isBalanced() {
    return total.sum() == 0;
  }

  /**
   * Names an edge that is not listed equally often from its ends: with few of them, the first.
   * Takes two more passes.
   */
  ComputeException failure(TextFormat.Totals totals, long headerLine) {
    // Always the same key, so that the same file gives the same message.
    long fixed = 0;
    long[] buckets = new long[1 << (Long.SIZE - BUCKETS_SHIFT)];
    forEach(totals.pairs(), (from, to) -> buckets[bucket(from, to)] += signed(fixed, from, to));
    BitSet wanted = new BitSet();
    for (int b = 0; b < buckets.length && wanted.cardinality() < MOST_BUCKETS; b++) {
      wanted.set(b, buckets[b] != 0);
    }
    Map<Edge, Long> listings = new HashMap<>();
    forEach(
        totals.pairs(),
        (from, to) -> {
          if (from != to && wanted.get(bucket(from, to))) {
            Edge edge = new Edge(Math.min(from, to), Math.max(from, to));
            listings.merge(edge, from < to ? 1L : -1L, Long::sum);
          }
        });
    return listings.entrySet().stream()
        .filter(listing -> listing.getValue() != 0)
        .min(Comparator.comparingLong(listing -> listing.getKey().listing(listing.getValue())))
        .map(listing -> failure(totals, headerLine, listing.getKey(), listing.getValue()))
        .orElseGet(
            () ->
                new ComputeException(
                    FailureCode.FILE_LINE_INVALID,
                    totals.file() + ": an edge is listed in the line of one of its ends alone"));
  }

  private static ComputeException failure(
      TextFormat.Totals totals, long headerLine, Edge edge, long surplus) {
    long listing = edge.listing(surplus);
    long other = edge.listing(-surplus);
    // Without comments between them, line and vertex count alike.
    boolean known = totals.lines() == totals.dataLines();
    return new ComputeException(
        FailureCode.FILE_LINE_INVALID,
        (known
                ? "%s line %d: the line of vertex %d lists %d"
                    .formatted(totals.file(), headerLine + listing, listing, other)
                : "%s: the line of vertex %d lists %d".formatted(totals.file(), listing, other))
            + ", which the line of vertex %d does not do as often; each edge must be listed from"
                .formatted(other)
            + " both its ends");
  }

  private interface PairConsumer {
    void accept(long from, long to);
  }

  private static void forEach(List<EdgeArray> parts, PairConsumer pairs) {
    for (EdgeArray part : parts) {
      for (long i = 0; i < part.size(); i++) {
        pairs.accept(part.from(i), part.to(i));
      }
    }
  }

  private static int bucket(long from, long to) {
    return (int) (hash(1, Math.min(from, to), Math.max(from, to)) >>> BUCKETS_SHIFT);
  }

  private static long signed(long key, long from, long to) {
    if (from < to) {
      return hash(key, from, to);
    }
    return from > to ? -hash(key, to, from) : 0;
  }

  private static long hash(long key, long smaller, long larger) {
    return mixed(mixed(smaller ^ key) + larger + key);
  }

  /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014, after Stafford). */
  private static long mixed(long word) {
    long mixed = word + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
