package io.cliquestream.kernels.pattern;

import java.math.BigInteger;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Edge-induced counts of all motifs from {@link LocalSum}s, in the manner of ESCAPE (Pinar,
 * Seshadhri and Vishal, 2017): take a motif apart at a vertex, an edge, a triangle or a pair, count
 * the ways to put the parts together, and take away those where vertices of the parts coincide.
 * What coincides is a smaller motif, so every correction is a motif count again.
 *
 * <p>A motif is divided by the number of places where its sum finds it: an arc stands for each
 * direction of an edge. Where the parts must be different by themselves (stars, tailed triangle,
 * diamond, cricket, dart, book, biclique, and pairs of 4-cliques at one triangle) there is nothing
 * to take away. The others:
 *
 * <ul>
 *   <li>4-path: a step from either end of the middle edge; both to one vertex: each triangle from
 *       three edges.
 *   <li>fork: two leaves of u and a step from its neighbour v; the step ends in a leaf: a tailed
 *       triangle with its tail at u, v one of its two other vertices.
 *   <li>5-path: steps from two neighbours of the centre. They end in one vertex: a 4-cycle from
 *       each of its vertices. One ends in the other neighbour: a tailed triangle, its centre one of
 *       the two vertices without the tail. Both do: a triangle from each vertex.
 *   <li>5-cycle: two wedges at a hub and the edge between their ends; a triangle whose vertices are
 *       both wrong ends was taken away twice, and the shared middles have a sum of their own.
 *   <li>banner: a further edge at a vertex of a 4-cycle ends in the opposite vertex: a diamond's
 *       chord, from either end.
 *   <li>bull: tails at two vertices of a triangle end in one: a diamond, each apex as the
 *       triangle's.
 *   <li>long-tailed triangle: a triangle at v, its neighbour u, and a step from u. u is in the
 *       triangle: {@link LocalSum#TRIANGLE_ENDS}. The step ends in it: a diamond, v one of the two
 *       ends of the chord and u one of the two vertices off it.
 *   <li>house: the roof over an edge of a 4-cycle is a vertex of the cycle: a diamond, from each of
 *       its cycle's four edges.
 *   <li>butterfly: two triangles at a vertex share an edge: a diamond from each end of its chord.
 *   <li>kite: the tail of a triangle's vertex ends in the apex of the other triangle: a 4-clique,
 *       from each of four vertices and three edges opposite.
 *   <li>gem: triangles at two edges of a triangle have one apex: a 4-clique, from each of four
 *       triangles and three pairs of edges.
 *   <li>tailed 4-clique: each vertex of a 4-clique is in three of its triangles; 5-clique minus a
 *       wedge: each edge is in two, and two of the triangles at it are the clique's.
 *   <li>4-wheel minus a spoke: an edge xy among the common neighbours of a pair, from each end, and
 *       one more of them; 4-wheel: a hub and two of its neighbours among the common neighbours of a
 *       pair, from each of the rim's two pairs.
 * </ul>
 */
public final class MotifFormulas {
  private final Function<LocalSum, BigInteger> sums;

  /**
   * Formulas over some sums.
   *
   * @param sums the value of each sum that a formula may read
   */
  public MotifFormulas(Function<LocalSum, BigInteger> sums) {
    this.sums = sums;
  }

  /**
   * {@return the sums that a motif's formula reads}
   *
   * @param motif any of 3 to 5 vertices
   */
  public static Set<LocalSum> needs(Motif motif) {
    Set<LocalSum> read = EnumSet.noneOf(LocalSum.class);
    new MotifFormulas(
            sum -> {
              read.add(sum);
              return BigInteger.ZERO;
            })
        .count(motif);
    return read;
  }

  /**
   * {@return the number of subgraphs isomorphic to a motif: its edge-induced count}
   *
   * @param motif whose {@link #needs} the sums have
   */
  public BigInteger count(Motif motif) {
    return switch (motif) {
      case WEDGE -> sum(LocalSum.PAIRS_AT_VERTEX);
      case TRIANGLE -> quotient(sum(LocalSum.TRIANGLES_AT_VERTEX), 3);

      case STAR_3 -> sum(LocalSum.TRIPLES_AT_VERTEX);
      case PATH_4 -> minus(quotient(sum(LocalSum.WALKS_3), 2), 3, Motif.TRIANGLE);
      case CYCLE_4 -> sum(LocalSum.CYCLES_4);
      case TAILED_TRIANGLE -> sum(LocalSum.TAILS);
      case DIAMOND -> quotient(sum(LocalSum.TRIANGLE_PAIRS_AT_ARC), 2);
      case CLIQUE_4 -> sum(LocalSum.CLIQUES_4);

      case STAR_4 -> sum(LocalSum.QUADRUPLES_AT_VERTEX);
      case FORK -> minus(sum(LocalSum.FORKS), 2, Motif.TAILED_TRIANGLE);
      case PATH_5 ->
          minus(
              minus(
                  minus(quotient(sum(LocalSum.WALKS_4), 2), 4, Motif.CYCLE_4),
                  2,
                  Motif.TAILED_TRIANGLE),
              3,
              Motif.TRIANGLE);
      case CYCLE_5 ->
          sum(LocalSum.CYCLE_5_WALKS)
              .add(count(Motif.TRIANGLE))
              .subtract(sum(LocalSum.CYCLE_5_SHARED));
      case BANNER -> minus(sum(LocalSum.BANNERS), 2, Motif.DIAMOND);
      case BULL -> minus(quotient(sum(LocalSum.BULLS), 2), 2, Motif.DIAMOND);
      case CRICKET -> sum(LocalSum.TAIL_PAIRS);
      case LONG_TAILED_TRIANGLE ->
          minus(sum(LocalSum.LONG_TAILS).subtract(sum(LocalSum.TRIANGLE_ENDS)), 4, Motif.DIAMOND);
      case HOUSE -> minus(sum(LocalSum.HOUSES), 4, Motif.DIAMOND);
      case BUTTERFLY -> minus(sum(LocalSum.TRIANGLE_PAIRS_AT_VERTEX), 2, Motif.DIAMOND);
      case DART -> sum(LocalSum.DARTS);
      case KITE -> minus(sum(LocalSum.KITES), 12, Motif.CLIQUE_4);
      case BICLIQUE_2_3 -> sum(LocalSum.TRIPLES_AT_LATER_END);
      case GEM -> minus(sum(LocalSum.GEMS), 12, Motif.CLIQUE_4);
      case BOOK_3 -> quotient(sum(LocalSum.TRIANGLE_TRIPLES_AT_ARC), 2);
      case TAILED_4_CLIQUE -> quotient(sum(LocalSum.CLIQUE_TAILS), 3);
      case WHEEL_4_MINUS_SPOKE -> quotient(sum(LocalSum.SPOKES_AT_LATER_END), 2);
      case WHEEL_4 -> quotient(sum(LocalSum.WEDGES_AT_LATER_END), 2);
      case CLIQUE_5_MINUS_WEDGE -> quotient(sum(LocalSum.CLIQUE_TRIANGLES), 2);
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

  /**
   * A sum that counts everything so many times, over that number of times.
   *
   * @param value a multiple of the divisor
   * @param divisor 1 or more
   * @return the number counted
   * @throws IllegalStateException when there is a remainder
   */
  public static BigInteger quotient(BigInteger value, long divisor) {
    BigInteger[] parts = value.divideAndRemainder(BigInteger.valueOf(divisor));
    if (parts[1].signum() != 0) {
      throw new IllegalStateException(value + " is not a multiple of " + divisor);
    }
    return parts[0];
  }
}
