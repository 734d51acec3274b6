package io.cliquestream.kernels.grid;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PairSource;

/**
 * The ranks of ids by ascending number of pairs that name them: an order of the vertices, whatever
 * loops and duplicates there are. 8 bytes an id while it is made, 4 afterwards.
 */
record DegreeRanks(int[] ranks) {
  private static final int IDS = 1 << 14;

  /** Takes successive ids of pairs, two at a time. */
  @FunctionalInterface
  interface Pairs {
    void accept(long from, long to);
  }

  /** Every pair once, in order. */
  static void forEach(PairSource pairs, StopMeter meter, Pairs each) {
    long[] ids = new long[IDS];
    for (long next = 0; next < pairs.size(); ) {
      int given = pairs.copyPairs(next, ids);
      for (int i = 0; i < given; i++) {
        each.accept(ids[2 * i], ids[2 * i + 1]);
      }
      meter.work(given);
      next += given;
    }
  }

  /** Ranks the ids of pairs. */
  static DegreeRanks of(PairSource pairs, Parallelism parallelism) {
    StopMeter meter = parallelism.meter();
    long[] largest = {-1};
    forEach(
        pairs,
        meter,
        (from, to) -> {
          if (from < 0 || to < 0) {
            throw tooLarge();
          }
          largest[0] = Math.max(largest[0], Math.max(from, to));
        });
    if (largest[0] >= Integer.MAX_VALUE - 8) {
      throw tooLarge();
    }
    int[] degrees = new int[(int) largest[0] + 1];
    forEach(
        pairs,
        meter,
        (from, to) -> {
          if (from != to) {
            degrees[(int) from] += degrees[(int) from] < Integer.MAX_VALUE ? 1 : 0;
            degrees[(int) to] += degrees[(int) to] < Integer.MAX_VALUE ? 1 : 0;
          }
        });
    return new DegreeRanks(ranked(degrees));
  }

  private static ComputeException tooLarge() {
    return new ComputeException(
        FailureCode.GRAPH_TOO_LARGE, "ids are to be below " + (Integer.MAX_VALUE - 8));
  }

  /** Sorts by degree: radix, least significant half first. */
  private static int[] ranked(int[] degrees) {
    int[] order = new int[degrees.length];
    int[] ranks = new int[degrees.length];
    for (int id = 0; id < order.length; id++) {
      ranks[id] = id;
    }
    sort(ranks, order, degrees, 0);
    sort(order, ranks, degrees, 16);
    System.arraycopy(ranks, 0, order, 0, order.length);
    for (int rank = 0; rank < order.length; rank++) {
      ranks[order[rank]] = rank;
    }
    return ranks;
  }

  private static void sort(int[] from, int[] to, int[] degrees, int shift) {
    int[] next = new int[(1 << 16) + 1];
    for (int id : from) {
      next[((degrees[id] >>> shift) & 0xffff) + 1]++;
    }
    for (int digit = 1; digit < next.length; digit++) {
      next[digit] += next[digit - 1];
    }
    for (int id : from) {
      to[next[(degrees[id] >>> shift) & 0xffff]++] = id;
    }
  }

  /** Largest id and one. */
  int count() {
    return ranks.length;
  }

  int rank(long id) {
    return ranks[(int) id];
  }
}
