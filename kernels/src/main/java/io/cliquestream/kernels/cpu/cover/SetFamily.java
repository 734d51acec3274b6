package io.cliquestream.kernels.cpu.cover;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.assembly.CliqueUnions;
import io.cliquestream.kernels.control.StopCheck;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The largest ones of some sets of vertices: their size, their number, and on request the
 * lexicographically first of them.
 *
 * <p>The sets are given as unions of one set of each of several families that have no vertex in
 * common, so that a handful of numbers may stand for 10³⁰ sets. Only the least set of each union is
 * made at once, and only the unions with the smallest ones are kept, as many as sets are wanted.
 */
final class SetFamily {
  private static final Comparator<Union> BY_LEAST =
      (a, b) -> CliqueCollector.LEXICOGRAPHIC.compare(a.least, b.least);

  private final long limit;
  private final PriorityQueue<Union> unions = new PriorityQueue<>(BY_LEAST.reversed());
  private int size;
  private BigInteger count = BigInteger.ZERO;

  /** The first set of all. */
  private int[] least;

  /** The first sets, once they were asked for. */
  private List<int[]> first;

  /** An empty family of which at most {@code limit} sets will be asked for. */
  SetFamily(long limit) {
    this.limit = limit;
  }

  /**
   * The sets of a family under other names.
   *
   * @param names of the family's vertices 0, 1, …, ascending
   * @param family null: each of the vertices is a set
   */
  record Part(int[] names, SetFamily family) {
    int size() {
      return family == null ? 1 : family.size;
    }

    BigInteger count() {
      return family == null ? BigInteger.valueOf(names.length) : family.count;
    }

    int[] least() {
      return family == null ? new int[] {names[0]} : named(family.least);
    }

    List<int[]> smallest(long limit, StopCheck stop) {
      return family == null
          ? Arrays.stream(names).limit(limit).mapToObj(v -> new int[] {v}).toList()
          : family.smallest(stop).stream().map(this::named).toList();
    }

    private int[] named(int[] set) {
      return Arrays.stream(set).map(v -> names[v]).toArray();
    }
  }

  private record Union(int[] chosen, List<Part> parts, int[] least) {}

  /** Vertices of the largest sets; 0 before any. */
  int size() {
    return size;
  }

  /** Number of the largest sets. */
  BigInteger count() {
    return count;
  }

  /** Adds the unions of some vertices and one set of each part. */
  void add(int[] chosen, List<Part> parts) {
    int vertices = chosen.length;
    BigInteger product = BigInteger.ONE;
    for (Part part : parts) {
      vertices += part.size();
      product = product.multiply(part.count());
    }
    if (vertices < size) {
      return;
    }
    first = null;
    if (vertices > size) {
      size = vertices;
      count = BigInteger.ZERO;
      unions.clear();
      least = null;
    }
    count = count.add(product);
    Union union = new Union(chosen, parts, joined(chosen, parts));
    if (least == null || CliqueCollector.LEXICOGRAPHIC.compare(union.least, least) < 0) {
      least = union.least;
    }
    if (unions.size() < limit) {
      unions.add(union);
    } else if (BY_LEAST.compare(union, unions.peek()) < 0) {
      unions.poll();
      unions.add(union);
    }
  }

  private static int[] joined(int[] chosen, List<Part> parts) {
    int[] set = chosen;
    for (Part part : parts) {
      int[] least = part.least();
      int at = set.length;
      set = Arrays.copyOf(set, at + least.length);
      System.arraycopy(least, 0, set, at, least.length);
    }
    int[] sorted = set.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /**
   * The lexicographically first sets, in order.
   *
   * @param stop asked for every union
   */
  List<int[]> smallest(StopCheck stop) {
    if (first == null) {
      CliqueCollector sets = new CliqueCollector(limit);
      List<Union> byLeast = unions.stream().sorted(BY_LEAST).toList();
      for (Union union : byLeast) {
        if (!sets.wouldKeep(union.least)) {
          break;
        }
        stop.checkStopped();
        List<int[]> some = smallest(union, stop);
        sets.addAll(size, BigInteger.valueOf(some.size()), some);
      }
      first = sets.smallest();
    }
    return first;
  }

  /**
   * The first unions. Taking another set than the least of a part changes nothing below the least
   * vertex that its two first sets do not share. So where that vertex is largest the two first sets
   * of a few parts already give enough unions that come before all those that differ elsewhere; of
   * the other parts the least sets do.
   */
  private List<int[]> smallest(Union union, StopCheck stop) {
    record Choice(int changes, List<int[]> sets) {}
    int[] fixed = union.chosen;
    List<Choice> choices = new ArrayList<>();
    for (Part part : union.parts) {
      List<int[]> sets = part.smallest(limit, stop);
      if (sets.size() == 1) {
        fixed = CliqueUnions.union(fixed, sets.getFirst());
      } else {
        choices.add(new Choice(changes(sets.get(0), sets.get(1)), sets));
      }
    }
    choices.sort(Comparator.comparingInt(Choice::changes).reversed());
    List<int[]> varied = List.of(new int[0]);
    long enough = 1;
    for (Choice choice : choices) {
      if (enough < limit) {
        enough *= 2;
        varied = CliqueUnions.smallest(varied, choice.sets, limit);
      } else {
        fixed = CliqueUnions.union(fixed, choice.sets.getFirst());
      }
    }
    int[] all = fixed;
    return varied.stream().map(set -> CliqueUnions.union(set, all)).toList();
  }

  private static int changes(int[] first, int[] second) {
    return first[Arrays.mismatch(first, second)];
  }
}
