package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.MotifClass;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums of a plan's terms as devices add them up, and the answers that they make. A sum's name is
 * what was counted and the plan's divisor, by which only the whole sum is divisible; without a
 * divisor it is a count of vertex-induced subgraphs. What was counted is a motif, or a sum that
 * motifs follow from ({@link MotifSums}, {@link MotifMaps}). Needs no device.
 */
public final class DividedSums {
  static final String MATCHES = "matches";
  private static final char SEPARATOR = '/';

  private DividedSums() {}

  /** The name of a plan's sum. */
  static String name(String counted, MatchingPlan plan) {
    return name(counted, plan.divisor());
  }

  /** The name of a sum that has everything so many times. */
  static String name(String counted, long divisor) {
    return counted + SEPARATOR + divisor;
  }

  /**
   * The answer that the sum of all parts of a count of matches makes.
   *
   * @throws ComputeException INTERNAL when it is not that of one plan
   */
  public static Answer.Matches matches(SortedMap<String, BigInteger> sums) {
    Map<String, BigInteger> counts = divided(sums);
    if (counts.size() > 1 || (!counts.isEmpty() && !counts.containsKey(MATCHES))) {
      throw mixed(sums);
    }
    return new Answer.Matches(counts.getOrDefault(MATCHES, BigInteger.ZERO), true);
  }

  /**
   * The answer that the sum of all parts of a census makes.
   *
   * @param size vertices of the motifs
   * @throws ComputeException INTERNAL when a motif was not counted, or not in the way of the others
   */
  public static Answer.Motifs motifs(int size, SortedMap<String, BigInteger> sums) {
    SortedMap<String, BigInteger> counts = new TreeMap<>();
    for (MotifClass motif : MotifClass.ofSize(size)) {
      counts.put(motif.name(), BigInteger.ZERO);
    }
    if (!sums.isEmpty()) {
      boolean byPlans = sums.firstKey().indexOf(SEPARATOR) >= 0;
      Map<String, BigInteger> counted = byPlans ? divided(sums) : sums;
      if (byPlans && MotifMaps.areNames(size, counted.keySet())) {
        counted = MotifMaps.counts(counted);
      } else if (byPlans && MotifSums.areNames(size, counted.keySet())) {
        counted = MotifSums.counts(size, counted);
      }
      if (!counted.keySet().equals(counts.keySet())) {
        throw mixed(sums);
      }
      counts.putAll(byPlans ? induced(size, counted) : counted);
    }
    return new Answer.Motifs(counts);
  }

  private static Map<String, BigInteger> induced(int size, Map<String, BigInteger> edgeInduced) {
    Map<MotifClass, BigInteger> counts = new LinkedHashMap<>();
    for (MotifClass motif : MotifClass.ofSize(size)) {
      counts.put(motif, edgeInduced.get(motif.name()));
    }
    Map<String, BigInteger> induced = new TreeMap<>();
    MotifClass.conversion(size)
        .induced(counts)
        .forEach((motif, count) -> induced.put(motif.name(), count));
    return induced;
  }

  private static Map<String, BigInteger> divided(SortedMap<String, BigInteger> sums) {
    Map<String, BigInteger> counts = new TreeMap<>();
    sums.forEach(
        (name, sum) -> {
          int separator = name.lastIndexOf(SEPARATOR);
          if (separator < 0) {
            throw mixed(sums);
          }
          BigInteger[] parts =
              sum.divideAndRemainder(new BigInteger(name.substring(separator + 1)));
          if (parts[1].signum() != 0) {
            throw new ComputeException(
                FailureCode.INTERNAL, sum + " is not a multiple of the divisor of " + name);
          }
          if (counts.put(name.substring(0, separator), parts[0]) != null) {
            throw mixed(sums);
          }
        });
    return counts;
  }

  private static ComputeException mixed(SortedMap<String, BigInteger> sums) {
    return new ComputeException(
        FailureCode.INTERNAL, "the parts of a count are not of one kind: " + sums.keySet());
  }
}
