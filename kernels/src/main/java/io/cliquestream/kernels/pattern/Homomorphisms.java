package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Pattern;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Matches of a pattern from its homomorphisms: the maps of its vertices that take edges to edges,
 * but may take several vertices to one.
 *
 * <p>Which vertices a map takes to one vertex is a partition of the pattern's vertices, and no part
 * of it holds an edge. With every part made one vertex the map is injective on a smaller pattern.
 * So the maps of the pattern are the injective ones of what all partitions make of it, and those of
 * the pattern itself remain when the others are taken away. The injective maps of a pattern are its
 * matches, each as often as it has automorphisms.
 */
public final class Homomorphisms {
  private Homomorphisms() {}

  /**
   * Edge-induced matches of a pattern.
   *
   * @param pattern connected, without labels
   * @param maps its homomorphisms
   * @param smaller edge-induced matches of each class of {@link #smaller}
   * @return 0 or more, exact
   */
  public static BigInteger matches(
      Pattern pattern, BigInteger maps, Function<CanonicalCode, BigInteger> smaller) {
    BigInteger injective = maps;
    for (var entry : smaller(pattern).entrySet()) {
      long times = (long) entry.getValue() * AutomorphismGroup.of(entry.getKey().pattern()).size();
      injective =
          injective.subtract(smaller.apply(entry.getKey()).multiply(BigInteger.valueOf(times)));
    }
    return MotifFormulas.quotient(injective, AutomorphismGroup.of(pattern).size());
  }

  /**
   * {@return the classes of the smaller patterns that a pattern's maps make of it, each with the
   * number of partitions that make it}
   *
   * @param pattern connected, without labels
   */
  public static Map<CanonicalCode, Integer> smaller(Pattern pattern) {
    Map<CanonicalCode, Integer> classes = new LinkedHashMap<>();
    divide(pattern, new int[pattern.vertexCount()], 0, 0, classes);
    return classes;
  }

  /** Gives every vertex from {@code at} on one of the parts before, or a new one. */
  private static void divide(
      Pattern pattern, int[] part, int at, int parts, Map<CanonicalCode, Integer> classes) {
    if (at < part.length) {
      for (int joined = 0; joined <= parts; joined++) {
        if (mayJoin(pattern, part, at, joined)) {
          part[at] = joined;
          divide(pattern, part, at + 1, Math.max(parts, joined + 1), classes);
        }
      }
    } else if (parts < part.length) {
      classes.merge(CanonicalCode.of(folded(pattern, part)), 1, Integer::sum);
    }
  }

  private static boolean mayJoin(Pattern pattern, int[] part, int vertex, int joined) {
    for (int earlier = 0; earlier < vertex; earlier++) {
      if (part[earlier] == joined && pattern.hasEdge(earlier, vertex)) {
        return false;
      }
    }
    return true;
  }

  private static Pattern folded(Pattern pattern, int[] part) {
    int[] ends = new int[2 * pattern.edgeCount()];
    int used = 0;
    for (int i = 0; i < part.length; i++) {
      for (int j = 0; j < i; j++) {
        if (pattern.hasEdge(i, j)) {
          ends[used++] = part[i];
          ends[used++] = part[j];
        }
      }
    }
    return Pattern.of(ends);
  }
}
