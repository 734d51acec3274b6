package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An isomorphism class of connected graphs as a census names it.
 *
 * @param name the {@link Motif}'s up to five vertices, the {@link CanonicalCode} beyond; part of
 *     the public contract
 * @param pattern one graph of the class
 */
public record MotifClass(String name, Pattern pattern) {
  private static final int LEAST = 3;

  /** Up to six vertices, by size; those of six take some milliseconds to find. */
  private static final List<List<MotifClass>> CLASSES = upToSix();

  /** Found when first asked for, which takes far longer than those of six. */
  private static final class OfSeven {
    private static final List<MotifClass> CLASSES = grown(MotifClass.CLASSES.getLast());
  }

  /** How edge-induced counts of a size become vertex-induced ones, made when first asked for. */
  private static final Map<Integer, InducedConversion<MotifClass>> CONVERSIONS = new HashMap<>();

  /**
   * {@return every class of a size, ascending by edges: 2, 6, 21, 112 or 853 of them}
   *
   * @param size 3 to 7 vertices
   * @throws ComputeException OPTION_INVALID for another size
   */
  public static List<MotifClass> ofSize(int size) {
    if (size < LEAST || size > MotifCensus.MAXIMUM_SIZE) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "motifs have 3 to 7 vertices, not " + size);
    }
    return size - LEAST < CLASSES.size() ? CLASSES.get(size - LEAST) : OfSeven.CLASSES;
  }

  /**
   * {@return the name of a class by its code}
   *
   * @param code of a connected graph
   */
  public static String name(CanonicalCode code) {
    return Motif.of(code).map(Motif::label).orElseGet(code::toString);
  }

  /**
   * {@return the conversion between counts of all classes of a size, made at the first call}
   *
   * @param size 3 to 7 vertices
   * @throws ComputeException OPTION_INVALID for another size
   */
  public static InducedConversion<MotifClass> conversion(int size) {
    synchronized (CONVERSIONS) {
      return CONVERSIONS.computeIfAbsent(
          size, key -> new InducedConversion<>(ofSize(key), MotifClass::pattern));
    }
  }

  private static List<List<MotifClass>> upToSix() {
    List<List<MotifClass>> sizes = new ArrayList<>();
    for (int size = LEAST; !Motif.ofSize(size).isEmpty(); size++) {
      sizes.add(
          Motif.ofSize(size).stream()
              .map(motif -> new MotifClass(motif.label(), motif.pattern()))
              .toList());
    }
    sizes.add(grown(sizes.getLast()));
    return List.copyOf(sizes);
  }

  /**
   * The classes with one vertex more. Every connected graph has a vertex without which it stays
   * connected, so each is a class one smaller with a vertex joined to some of it.
   */
  private static List<MotifClass> grown(List<MotifClass> smaller) {
    Map<String, Pattern> found = new TreeMap<>();
    for (MotifClass motif : smaller) {
      int added = motif.pattern().vertexCount();
      for (int joined = 1; joined < 1 << added; joined++) {
        CanonicalCode code = CanonicalCode.of(with(motif.pattern(), joined));
        found.computeIfAbsent(code.toString(), key -> code.pattern());
      }
    }
    List<MotifClass> classes = new ArrayList<>();
    found.forEach((code, pattern) -> classes.add(new MotifClass(code, pattern)));
    classes.sort(Comparator.comparingInt(motif -> motif.pattern().edgeCount()));
    return List.copyOf(classes);
  }

  private static Pattern with(Pattern pattern, int joined) {
    int added = pattern.vertexCount();
    int[] ends = new int[2 * (pattern.edgeCount() + Integer.bitCount(joined))];
    int used = 0;
    for (int i = 0; i <= added; i++) {
      int row = i < added ? pattern.row(i) & (1 << i) - 1 : joined;
      for (int rest = row; rest != 0; rest &= rest - 1) {
        ends[used++] = i;
        ends[used++] = Integer.numberOfTrailingZeros(rest);
      }
    }
    return Pattern.of(ends);
  }
}
