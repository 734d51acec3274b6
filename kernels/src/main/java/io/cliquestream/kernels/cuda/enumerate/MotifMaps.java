package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.CanonicalCode;
import io.cliquestream.kernels.pattern.Homomorphisms;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.MotifClass;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The homomorphisms of patterns of six vertices that a device makes in one pass over rows of walks,
 * and the counts of motifs that follow from them ({@link Homomorphisms}) with those of up to five
 * vertices ({@link MotifSums}). The other motifs of six vertices are searched for; most of these
 * are dense and have few matches.
 */
final class MotifMaps {
  static final int SIZE = 6;

  /** In the order of the C library's cs_enumerate_map, which ends with an edge. */
  private static final List<CanonicalCode> MADE =
      Stream.of(
              "0-4,0-5,1-3,1-5,2-3,2-4",
              "0-1,0-4,0-5,1-2,1-3,2-5,3-4",
              "0-1,0-4,0-5,1-3,1-5,2-3,2-4",
              "0-3,0-4,0-5,1-2,1-4,1-5,2-3",
              "0-1,0-2,0-5,1-2,1-4,2-3,3-4",
              "0-1,0-2,0-4,0-5,1-2,1-5,2-3,3-4",
              "0-1,0-3,0-5,1-2,1-5,2-3,2-4,3-4",
              "0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-5,3-4",
              "0-2,0-3,0-5,1-2,1-3,1-4,2-3,4-5",
              "0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-3,4-5",
              "0-3,0-4,0-5,1-2,1-3,1-4,2-3,2-4",
              "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-5,3-4",
              "0-2,0-3,0-4,0-5,1-2,1-3,1-4,2-3",
              "0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3",
              "0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-5,3-4",
              "0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-5,3-4",
              "0-1,0-3,0-4,0-5,1-2,1-5,2-3,2-4,3-4",
              "0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-4,2-5,3-4",
              "0-2,0-3,0-4,0-5,1-2,1-3,1-4,1-5,2-3,2-4",
              "0-1,0-2,0-4,0-5,1-2,1-3,1-4,2-3,2-4,3-5",
              "0-3,0-4,0-5,1-2,1-3,1-5,2-3,2-4",
              "0-2,0-3,0-5,1-2,1-3,1-4,2-3",
              "0-1,0-2,0-3,0-5,1-2,1-3,1-4,2-3,2-4,3-4",
              "0-1,0-2,0-3,0-4,0-5,1-2,1-3,1-5,2-3,2-4,3-4",
              "0-2,0-3,0-4,1-4,1-5,2-3",
              "0-2,0-3,0-4,0-5,1-4,1-5,2-3",
              "0-1,0-3,0-4,1-5,2-3,2-4",
              "0-1,0-2,0-4,1-2,1-4,2-3,3-5",
              "0-1,0-2,0-3,0-4,1-2,1-5,2-5,3-4",
              "0-1,0-2,0-5,1-3,1-4,2-5,3-4",
              "0-3,0-5,1-2,1-4,2-3",
              "0-3,0-4,0-5,1-2,1-4,2-3",
              "0-2,0-3,0-4,0-5,1-2,1-3",
              "0-1,0-4,0-5,1-2,1-3,2-3",
              "0-1,0-2,0-3,0-4,0-5,1-2,1-3,2-3,4-5",
              "0-1,0-2,0-3,0-4,1-2,1-3,2-3,4-5",
              "0-1")
          .map(Pattern::parse)
          .map(CanonicalCode::of)
          .toList();

  private static final CanonicalCode EDGE = MADE.getLast();

  /** Leads the names of homomorphisms, which are not those of matches. */
  private static final String PREFIX = "maps ";

  private MotifMaps() {}

  /** The motifs of six vertices that are searched for by themselves. */
  static List<MotifClass> searched() {
    Set<CanonicalCode> made = new HashSet<>(MADE);
    return MotifClass.ofSize(SIZE).stream()
        .filter(motif -> !made.contains(CanonicalCode.of(motif.pattern())))
        .toList();
  }

  /**
   * A pass's homomorphisms by name, each with its divisor.
   *
   * @param words of each the low and the high one
   * @throws ComputeException INTERNAL when they are not as many as expected
   */
  static Map<String, BigInteger> named(long[] words) {
    if (words.length != 2 * MADE.size()) {
      throw new ComputeException(
          FailureCode.INTERNAL,
          "the CUDA library maps " + words.length / 2 + " patterns, not " + MADE.size());
    }
    Map<String, BigInteger> maps = new LinkedHashMap<>();
    for (int i = 0; i < MADE.size(); i++) {
      ByteBuffer value = ByteBuffer.allocate(2 * Long.BYTES);
      value.putLong(words[2 * i + 1]).putLong(words[2 * i]);
      maps.put(DividedSums.name(name(MADE.get(i)), 1), new BigInteger(value.array()));
    }
    return maps;
  }

  /** Whether these are the names of what a census of six vertices by formulas adds up, divided. */
  static boolean areNames(int size, Set<String> names) {
    if (size != SIZE) {
      return false;
    }
    Set<String> five = new HashSet<>(names);
    Set<String> own =
        Stream.concat(MADE.stream().map(MotifMaps::name), searched().stream().map(MotifClass::name))
            .collect(Collectors.toSet());
    return five.removeAll(own)
        && five.size() + own.size() == names.size()
        && MotifSums.areNames(SIZE - 1, five);
  }

  /** Edge-induced counts of all motifs of six vertices, by name, from sums that were divided. */
  static Map<String, BigInteger> counts(Map<String, BigInteger> sums) {
    Map<CanonicalCode, BigInteger> smaller = new HashMap<>();
    smaller.put(EDGE, sums.get(name(EDGE)).shiftRight(1));
    for (int size = SIZE - 1; !Motif.ofSize(size).isEmpty(); size--) {
      Map<String, BigInteger> counts = MotifSums.counts(size, sums);
      for (Motif motif : Motif.ofSize(size)) {
        smaller.put(CanonicalCode.of(motif.pattern()), counts.get(motif.label()));
      }
    }
    Map<String, BigInteger> counts = new LinkedHashMap<>();
    for (MotifClass motif : searched()) {
      counts.put(motif.name(), sums.get(motif.name()));
    }
    for (CanonicalCode made : MADE) {
      if (!made.equals(EDGE)) {
        BigInteger maps = sums.get(name(made));
        counts.put(
            MotifClass.name(made), Homomorphisms.matches(made.pattern(), maps, smaller::get));
      }
    }
    return counts;
  }

  private static String name(CanonicalCode made) {
    return PREFIX + made;
  }
}
