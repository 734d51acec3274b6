package io.cliquestream.kernels.cuda.packed;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;

/** Seeded arrays that pack, that pack up to some pair, and that do not. */
public final class PackedArrays {
  private PackedArrays() {}

  /** The array of a seed; the caller closes it. Ids are below {@link #idBound}. */
  public static EdgeArray of(long seed) {
    Random random = new Random(seed);
    boolean part = packsInPart(seed);
    int pairs = part ? 1_500_000 : 1 + random.nextInt(seed % 4 == 0 ? 1_500_000 : 200_000);
    long bound = idBound(seed);
    long reach = !part && seed % 3 == 0 ? Math.min(bound, 64) : bound;
    int unsorted = part ? 1_000_000 + random.nextInt(pairs - 1_000_000) : random.nextInt(2 * pairs);
    EdgeArray edges = EdgeArray.narrow();
    for (int i = 0; i < pairs; i++) {
      long from = i < unsorted ? i * bound / pairs : random.nextLong(bound);
      long to = i % 1_000 == 0 ? from : (from + random.nextLong(reach)) % bound;
      if (to < from && i < unsorted && seed % 7 != 6) {
        to = from + to % (bound - from);
      }
      edges.add(from, to);
    }
    if (seed % 5 == 1) {
      edges.add(bound - 1, 0);
      edges.add(0, bound - 1);
    }
    return edges;
  }

  /** Every id is smaller. */
  public static long idBound(long seed) {
    return packsInPart(seed) ? 1L << 20 : 1L << (1 + seed * 7 % 22);
  }

  /** Whether an array is sorted by its first ids, but for its end. */
  private static boolean packsInPart(long seed) {
    return seed % 8 == 4;
  }

  /** Pairs as they are, from the first on. */
  public static long[] pairs(EdgeArray edges, long count) {
    return LongStream.range(0, count).map(i -> edges.from(i) | edges.to(i) << 32).toArray();
  }

  /** Every edge once, smaller vertex first, in no order. */
  public static long[] edges(Graph graph) {
    long[] found = new long[(int) graph.edgeCount()];
    int count = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        if (graph.neighborAt(i) > v) {
          found[count++] = v | graph.neighborAt(i) << 32;
        }
      }
    }
    return found;
  }

  /** The same in order. */
  public static long[] sorted(long[] pairs) {
    long[] copy = pairs.clone();
    Arrays.sort(copy);
    return copy;
  }
}
