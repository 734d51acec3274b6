package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.pattern.MappedMotif;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.MotifClass;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The homomorphisms of {@link MappedMotif}s that a device makes in one pass over rows of walks, and
 * the counts of motifs that follow from them and from those of up to five vertices ({@link
 * MotifSums}). The other motifs of six vertices are searched for; most of these are dense and have
 * few matches.
 */
final class MotifMaps {
  private MotifMaps() {}

  /**
   * A pass's homomorphisms by name, each with its divisor.
   *
   * @param words of each the low and the high one
   * @throws ComputeException INTERNAL when they are not as many as expected
   */
  static Map<String, BigInteger> named(long[] words) {
    MappedMotif[] mapped = MappedMotif.values();
    if (words.length != 2 * mapped.length) {
      throw new ComputeException(
          FailureCode.INTERNAL,
          "the CUDA library maps " + words.length / 2 + " patterns, not " + mapped.length);
    }
    Map<String, BigInteger> maps = new LinkedHashMap<>();
    for (int i = 0; i < mapped.length; i++) {
      ByteBuffer value = ByteBuffer.allocate(2 * Long.BYTES);
      value.putLong(words[2 * i + 1]).putLong(words[2 * i]);
      maps.put(DividedSums.name(mapped[i].sumName(), 1), new BigInteger(value.array()));
    }
    return maps;
  }

  /** Whether these are the names of what a census of six vertices by formulas adds up, divided. */
  static boolean areNames(int size, Set<String> names) {
    if (size != MappedMotif.SIZE) {
      return false;
    }
    Set<String> own =
        Stream.concat(
                Arrays.stream(MappedMotif.values()).map(MappedMotif::sumName),
                MappedMotif.others().stream().map(MotifClass::name))
            .collect(Collectors.toSet());
    Set<String> five = new HashSet<>(names);
    five.removeAll(own);
    return names.containsAll(own) && MotifSums.areNames(size - 1, five);
  }

  /** Edge-induced counts of all motifs of six vertices, by name, from sums that were divided. */
  static Map<String, BigInteger> counts(Map<String, BigInteger> sums) {
    Map<String, BigInteger> smaller = new HashMap<>();
    for (int size = MappedMotif.SIZE - 1; !Motif.ofSize(size).isEmpty(); size--) {
      smaller.putAll(MotifSums.counts(size, sums));
    }
    Map<String, BigInteger> counts =
        new LinkedHashMap<>(MappedMotif.counts(sums::get, motif -> smaller.get(motif.label())));
    for (MotifClass motif : MappedMotif.others()) {
      counts.put(motif.name(), sums.get(motif.name()));
    }
    return counts;
  }
}
