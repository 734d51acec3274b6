package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.pattern.Motif;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Edge-induced counts of all motifs from {@link LocalSum}s, in the manner of ESCAPE (Pinar,
 * Seshadhri and Vishal, 2017): take a motif apart at a vertex, an edge, a triangle or a pair, count
 * the ways to put the parts together, and take away those where vertices of the parts coincide.
 * What coincides is a smaller motif, so every correction is a motif count again.
 */
final class MotifFormulas {
  private final Function<LocalSum, BigInteger> sums;

  MotifFormulas(Function<LocalSum, BigInteger> sums) {
    this.sums = sums;
  }

  /** The sums that a motif's formula reads. */
  static Set<LocalSum> needs(Motif motif) {
    Set<LocalSum> read = EnumSet.noneOf(LocalSum.class);
    new MotifFormulas(
            sum -> {
              read.add(sum);
              return BigInteger.ZERO;
            })
        .count(motif);
    return read;
  }

  /** Number of subgraphs isomorphic to a motif. */
  BigInteger count(Motif motif) {
    return switch (motif) {
      case WEDGE -> sum(LocalSum.PAIRS_AT_VERTEX);
      case TRIANGLE -> divide(sum(LocalSum.TRIANGLES_AT_VERTEX), 3);

      case STAR_3 -> sum(LocalSum.TRIPLES_AT_VERTEX);
      case PATH_4 -> minus(divide(sum(LocalSum.WALKS_3), 2), 3, Motif.TRIANGLE);
      case CYCLE_4 -> sum(LocalSum.CYCLES_4);
      case TAILED_TRIANGLE -> sum(LocalSum.TAILS);
      case DIAMOND -> divide(sum(LocalSum.TRIANGLE_PAIRS_AT_ARC), 2);
      case CLIQUE_4 -> divide(sum(LocalSum.CLIQUES_AT_TRIANGLE), 4);

      case STAR_4 -> sum(LocalSum.QUADRUPLES_AT_VERTEX);
      case FORK -> minus(sum(LocalSum.FORKS), 2, Motif.TAILED_TRIANGLE);
      case PATH_5 ->
          minus(
              minus(
                  minus(divide(sum(LocalSum.WALKS_4), 2), 4, Motif.CYCLE_4),
                  2,
                  Motif.TAILED_TRIANGLE),
              3,
              Motif.TRIANGLE);
      case CYCLE_5 ->
          sum(LocalSum.CYCLE_5_WALKS)
              .add(count(Motif.TRIANGLE))
              .subtract(sum(LocalSum.CYCLE_5_SHARED));
      case BANNER -> minus(sum(LocalSum.BANNERS), 2, Motif.DIAMOND);
      case BULL -> minus(divide(sum(LocalSum.BULLS), 2), 2, Motif.DIAMOND);
      case CRICKET -> sum(LocalSum.TAIL_PAIRS);
      case LONG_TAILED_TRIANGLE ->
          minus(sum(LocalSum.LONG_TAILS).subtract(sum(LocalSum.TRIANGLE_ENDS)), 4, Motif.DIAMOND);
      case HOUSE -> minus(sum(LocalSum.HOUSES), 4, Motif.DIAMOND);
      case BUTTERFLY -> minus(sum(LocalSum.TRIANGLE_PAIRS_AT_VERTEX), 2, Motif.DIAMOND);
      case DART -> sum(LocalSum.DARTS);
      case KITE -> minus(sum(LocalSum.KITES), 12, Motif.CLIQUE_4);
      case BICLIQUE_2_3 -> sum(LocalSum.TRIPLES_AT_PAIR);
      case GEM -> minus(sum(LocalSum.GEMS), 12, Motif.CLIQUE_4);
      case BOOK_3 -> divide(sum(LocalSum.TRIANGLE_TRIPLES_AT_ARC), 2);
      case TAILED_4_CLIQUE -> divide(sum(LocalSum.CLIQUE_TAILS), 3);
      case WHEEL_4_MINUS_SPOKE -> divide(sum(LocalSum.SPOKES_AT_PAIR), 2);
      case WHEEL_4 -> divide(sum(LocalSum.WEDGES_AT_PAIR), 2);
      case CLIQUE_5_MINUS_WEDGE -> divide(sum(LocalSum.CLIQUE_TRIANGLES), 2);
      case CLIQUE_5_MINUS_EDGE -> sum(LocalSum.CLIQUE_PAIRS_AT_TRIANGLE);
      case CLIQUE_5 -> sum(LocalSum.CLIQUES_5);
    };
  }

  private BigInteger sum(LocalSum sum) {
    return sums.apply(sum);
  }

  private BigInteger minus(BigInteger value, long times, Motif motif) {
    return value.subtract(count(motif).multiply(BigInteger.valueOf(times)));
  }

  private static BigInteger divide(BigInteger value, long divisor) {
    BigInteger[] parts = value.divideAndRemainder(BigInteger.valueOf(divisor));
    if (parts[1].signum() != 0) {
      throw new IllegalStateException(value + " is not a multiple of " + divisor);
    }
    return parts[0];
  }
}
