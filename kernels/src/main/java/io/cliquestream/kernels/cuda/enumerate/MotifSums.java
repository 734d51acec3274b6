package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.pattern.LocalSum;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.MotifClass;
import io.cliquestream.kernels.pattern.MotifFormulas;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sums that a device makes in one pass over the vertices, and the counts of motifs that follow
 * from them. The motifs of five vertices that the pass has no sum for have searches of their own,
 * which are as fast: cycles and houses by wedges, cliques along their plan.
 */
final class MotifSums {
  /**
   * A sum of the C library.
   *
   * @param sum what it is
   * @param times how often it has everything that it stands for
   */
  private record Made(LocalSum sum, int times) {
    String name() {
      return sum.name();
    }
  }

  /** In the order of the C library's cs_enumerate_sum. */
  private static final List<Made> MADE =
      List.of(
          new Made(LocalSum.PAIRS_AT_VERTEX, 1),
          new Made(LocalSum.TRIPLES_AT_VERTEX, 3),
          new Made(LocalSum.QUADRUPLES_AT_VERTEX, 6),
          new Made(LocalSum.WALKS_3, 1),
          new Made(LocalSum.FORKS, 1),
          new Made(LocalSum.WALKS_4, 1),
          new Made(LocalSum.TRIANGLES_AT_VERTEX, 1),
          new Made(LocalSum.TAILS, 1),
          new Made(LocalSum.TRIANGLE_PAIRS_AT_ARC, 1),
          new Made(LocalSum.TRIANGLE_TRIPLES_AT_ARC, 3),
          new Made(LocalSum.TAIL_PAIRS, 1),
          new Made(LocalSum.BULLS, 1),
          new Made(LocalSum.LONG_TAILS, 1),
          new Made(LocalSum.TRIANGLE_ENDS, 1),
          new Made(LocalSum.TRIANGLE_PAIRS_AT_VERTEX, 1),
          new Made(LocalSum.DARTS, 1),
          new Made(LocalSum.CLIQUES_4, 12),
          new Made(LocalSum.CLIQUE_PAIRS_AT_TRIANGLE, 3),
          new Made(LocalSum.CLIQUE_TAILS, 1),
          new Made(LocalSum.CLIQUE_TRIANGLES, 1),
          new Made(LocalSum.KITES, 1),
          new Made(LocalSum.GEMS, 1),
          new Made(LocalSum.CYCLES_4, 2),
          new Made(LocalSum.BANNERS, 1),
          new Made(LocalSum.TRIPLES_AT_LATER_END, 3),
          new Made(LocalSum.SPOKES_AT_LATER_END, 1),
          new Made(LocalSum.WEDGES_AT_LATER_END, 1));

  private static final Set<Motif> SEARCHED = Set.of(Motif.CYCLE_5, Motif.HOUSE, Motif.CLIQUE_5);

  private MotifSums() {}

  /** The motifs of a size that are searched for by themselves. */
  static List<MotifClass> searched(int size) {
    return Motif.ofSize(size).stream()
        .filter(SEARCHED::contains)
        .map(motif -> new MotifClass(motif.label(), motif.pattern()))
        .toList();
  }

  /**
   * A pass's sums by name, each with its divisor.
   *
   * @param words of every sum the low and the high one
   * @throws ComputeException INTERNAL when they are not as many as expected
   */
  static Map<String, BigInteger> named(long[] words) {
    if (words.length != 2 * MADE.size()) {
      throw new ComputeException(
          FailureCode.INTERNAL,
          "the CUDA library makes " + words.length / 2 + " sums of motifs, not " + MADE.size());
    }
    Map<String, BigInteger> sums = new LinkedHashMap<>();
    for (int i = 0; i < MADE.size(); i++) {
      Made made = MADE.get(i);
      ByteBuffer value = ByteBuffer.allocate(2 * Long.BYTES);
      value.putLong(words[2 * i + 1]).putLong(words[2 * i]);
      sums.put(DividedSums.name(made.name(), made.times()), new BigInteger(value.array()));
    }
    return sums;
  }

  /** Whether these are the names of what a census of a size by formulas adds up, divided. */
  static boolean areNames(int size, Set<String> names) {
    Set<String> expected = new TreeSet<>();
    MADE.forEach(made -> expected.add(made.name()));
    searched(size).forEach(motif -> expected.add(motif.name()));
    return names.equals(expected);
  }

  /** Edge-induced counts of all motifs of a size, by name, from sums that were divided. */
  static Map<String, BigInteger> counts(int size, Map<String, BigInteger> sums) {
    MotifFormulas formulas = new MotifFormulas(sum -> sums.get(sum.name()));
    Map<String, BigInteger> counts = new LinkedHashMap<>();
    for (Motif motif : Motif.ofSize(size)) {
      BigInteger searched = sums.get(motif.label());
      counts.put(motif.label(), searched == null ? formulas.count(motif) : searched);
    }
    return counts;
  }
}
