package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A group of automorphisms of a pattern, all of them written out (at most 8! = 40,320).
 *
 * <p>Immutable: the permutations are never handed out.
 */
final class AutomorphismGroup {
  private final int degree;
  private final List<int[]> permutations;

  /** Those of single vertices, made when first asked for: a compiler asks thousands of times. */
  private final AtomicReferenceArray<AutomorphismGroup> stabilizers;

  private AutomorphismGroup(int degree, List<int[]> permutations) {
    this.degree = degree;
    this.permutations = permutations;
    this.stabilizers = new AtomicReferenceArray<>(degree);
  }

  /** Every automorphism of a pattern, labels included. */
  public static AutomorphismGroup of(Pattern pattern) {
    List<int[]> found = new ArrayList<>();
    extend(pattern, new int[pattern.vertexCount()], 0, 0, found);
    return new AutomorphismGroup(pattern.vertexCount(), found);
  }

  private static void extend(Pattern pattern, int[] image, int level, int used, List<int[]> found) {
    if (level == image.length) {
      found.add(image.clone());
      return;
    }
    for (int v = 0; v < image.length; v++) {
      if ((used >> v & 1) == 0 && fits(pattern, image, level, v)) {
        image[level] = v;
        extend(pattern, image, level + 1, used | 1 << v, found);
      }
    }
  }

  private static boolean fits(Pattern pattern, int[] image, int level, int v) {
    if (Integer.bitCount(pattern.row(level)) != Integer.bitCount(pattern.row(v))
        || pattern.label(level) != pattern.label(v)) {
      return false;
    }
    for (int earlier = 0; earlier < level; earlier++) {
      if (pattern.hasEdge(earlier, level) != pattern.hasEdge(image[earlier], v)) {
        return false;
      }
    }
    return true;
  }

  /** Number of automorphisms, 1 or more. */
  public int size() {
    return permutations.size();
  }

  /** The vertices that {@code vertex} can be mapped to, itself included, as a bit set. */
  public int orbit(int vertex) {
    int orbit = 0;
    for (int[] permutation : permutations) {
      orbit |= 1 << permutation[vertex];
    }
    return orbit;
  }

  /** The automorphisms that leave {@code vertex} where it is. */
  public AutomorphismGroup stabilizer(int vertex) {
    AutomorphismGroup known = stabilizers.get(vertex);
    if (known == null) {
      known =
          new AutomorphismGroup(
              degree,
              permutations.stream().filter(permutation -> permutation[vertex] == vertex).toList());
      stabilizers.set(vertex, known);
    }
    return known;
  }

  /** Whether no automorphism maps an ordered pair to a lesser one. */
  public boolean isLeast(int first, int second) {
    for (int[] permutation : permutations) {
      if (permutation[first] < first
          || (permutation[first] == first && permutation[second] < second)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The least of the assignments that an automorphism makes of one; ids are compared as unsigned
   * numbers, in the pattern's order.
   */
  public long[] least(long[] assigned) {
    long[] best = assigned.clone();
    long[] other = new long[assigned.length];
    for (int[] permutation : permutations) {
      for (int v = 0; v < other.length; v++) {
        other[v] = assigned[permutation[v]];
      }
      if (Arrays.compareUnsigned(other, best) < 0) {
        System.arraycopy(other, 0, best, 0, other.length);
      }
    }
    return best;
  }
}
