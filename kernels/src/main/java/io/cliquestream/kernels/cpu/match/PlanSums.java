package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.MotifFormulas;
import java.math.BigInteger;
import java.util.Map;
import java.util.SortedMap;

/**
 * Sums of a plan's terms, named by what is counted, the plan's divisor and the plan itself: parts
 * that followed different plans have different roots, and are never taken for one sum.
 */
public final class PlanSums {
  private static final char SEPARATOR = '/';

  private PlanSums() {}

  /** The name of a plan's sum. */
  static String name(String counted, MatchingPlan plan) {
    return counted
        + SEPARATOR
        + plan.divisor()
        + SEPARATOR
        + Integer.toHexString(plan.explain().hashCode());
  }

  /**
   * The matches that the sum over all roots stands for.
   *
   * @throws ComputeException INTERNAL when there is not one sum of that name
   */
  public static BigInteger count(String counted, SortedMap<String, BigInteger> sums) {
    String prefix = counted + SEPARATOR;
    // The character after the separator ends the names that begin with it.
    SortedMap<String, BigInteger> found = sums.subMap(prefix, counted + (char) (SEPARATOR + 1));
    if (found.size() != 1) {
      throw new ComputeException(
          FailureCode.INTERNAL,
          "the parts of a count of " + counted + " followed " + found.size() + " plans");
    }
    Map.Entry<String, BigInteger> sum = found.firstEntry();
    String rest = sum.getKey().substring(prefix.length());
    long divisor = Long.parseLong(rest.substring(0, rest.indexOf(SEPARATOR)));
    return MotifFormulas.quotient(sum.getValue(), divisor);
  }
}
