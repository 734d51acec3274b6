package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.MatchingPlan.Exclusion;
import io.cliquestream.kernels.pattern.MatchingPlan.Size;
import io.cliquestream.kernels.pattern.MatchingPlan.Term;
import java.math.BigInteger;

/** Adds up a counting plan's closing formula on one thread. */
final class CountingState extends PlanState {
  /** By position: where its loop over candidates goes on, and where it ends. */
  final int[] next;

  final int[] end;

  private final Size[] sizes;
  private final int[] setLabels;
  private final Exclusion[][] exclusions;
  private final long[] values;
  private final long[] coefficients;
  private final int[][] factors;
  private final ExactSum sum = new ExactSum();
  private long lookedBefore;
  private BigInteger beyond = BigInteger.ZERO;

  CountingState(RankedGraph graph, MatchingPlan plan, SortedSets operations) {
    super(graph, plan, operations);
    next = new int[plan.enumerated()];
    end = new int[plan.enumerated()];
    sizes = plan.sizes().toArray(Size[]::new);
    exclusions = new Exclusion[sizes.length][];
    setLabels = new int[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      setLabels[i] = plan.sets().get(sizes[i].set()).label();
      exclusions[i] = sizes[i].exclusions().toArray(Exclusion[]::new);
    }
    values = new long[sizes.length];
    coefficients = plan.terms().stream().mapToLong(Term::coefficient).toArray();
    factors =
        plan.terms().stream()
            .map(term -> term.sizes().stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
  }

  /** Counts the ways to fill the positions that are not enumerated. */
  void addLeaf() {
    for (int i = 0; i < sizes.length; i++) {
      int limit = limit(sizes[i].below());
      int value = sizeBelow(sizes[i].set(), limit);
      for (Exclusion exclusion : exclusions[i]) {
        value -= inSet(exclusion, limit, setLabels[i]) ? 1 : 0;
      }
      values[i] = value;
    }
    for (int t = 0; t < factors.length; t++) {
      addTerm(coefficients[t], factors[t]);
    }
    looked += 4 * factors.length;
  }

  private boolean inSet(Exclusion exclusion, int limit, int label) {
    int vertex = matched[exclusion.position()];
    if (vertex >= limit || !operations.hasLabel(vertex, label)) {
      return false;
    }
    for (int rest = exclusion.adjacent(); rest != 0; rest &= rest - 1) {
      if (!operations.adjacent(matched[Integer.numberOfTrailingZeros(rest)], vertex)) {
        return false;
      }
    }
    return true;
  }

  /** Exact whatever the sizes: two 64-bit factors, or big integers where they do not fit. */
  private void addTerm(long coefficient, int[] indexes) {
    long product = coefficient;
    for (int i = 0; i < indexes.length - 1; i++) {
      long factor = values[indexes[i]];
      if (Math.multiplyHigh(product, factor) != (product * factor) >> 63) {
        addBeyond(coefficient, indexes);
        return;
      }
      product *= factor;
    }
    sum.addProduct(product, values[indexes[indexes.length - 1]]);
  }

  private void addBeyond(long coefficient, int[] indexes) {
    BigInteger product = BigInteger.valueOf(coefficient);
    for (int index : indexes) {
      product = product.multiply(BigInteger.valueOf(values[index]));
    }
    beyond = beyond.add(product);
  }

  /** Sets {@link #looked} back. */
  void lookedIsTold() {
    lookedBefore += looked;
    looked = 0;
  }

  /** Set elements looked at in all. */
  long lookedInAll() {
    return lookedBefore + looked;
  }

  /** Everything added so far. */
  BigInteger total() {
    return sum.value().add(beyond);
  }
}
