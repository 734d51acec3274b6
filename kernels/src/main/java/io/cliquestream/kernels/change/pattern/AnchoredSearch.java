package io.cliquestream.kernels.change.pattern;

import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.MatchingPlan.Exclusion;
import io.cliquestream.kernels.pattern.MatchingPlan.SetStep;
import io.cliquestream.kernels.pattern.MatchingPlan.Size;
import io.cliquestream.kernels.pattern.MatchingPlan.Term;
import java.math.BigInteger;
import java.util.function.IntUnaryOperator;

/**
 * Finds the matches of one plan that go through two given vertices, in a stage of a batch: depth
 * first along the plan's sets, each the neighbours of the vertices bound so far, the last positions
 * by the plan's formula. Slots are the ranks of the plan. Buffers grow to the largest set met.
 */
final class AnchoredSearch {
  private static final int ANCHORS = 2;

  /** Takes a match. */
  @FunctionalInterface
  interface Found {
    /** The slots by position of the plan; not the receiver's to keep. */
    void match(int[] matched);
  }

  private final MatchingPlan plan;
  private final Pattern pattern;
  private final StageRows rows;
  private final RowView view;
  private final StepBudget.Meter meter;
  private final IntUnaryOperator labels;
  private final SetStep[] steps;
  private final int[] firstStep;
  private final int[] candidates;
  private final int[] bounds;
  private final int[] excluded;
  private final int enumerated;
  private final int[] matched;
  private final IntBuffer[] sets;
  private final IntBuffer scratch = new IntBuffer();
  private final Size[] sizes;
  private final Exclusion[][] exclusions;
  private final int[] sizeLabels;
  private final long[] values;
  private final Term[] terms;
  private final ExactSum sum = new ExactSum();
  private BigInteger beyond = BigInteger.ZERO;
  private Found found;

  /**
   * A search along a plan whose first two positions are given.
   *
   * @param labels by slot; null when the pattern names none
   */
  AnchoredSearch(
      MatchingPlan plan,
      StageRows rows,
      RowView view,
      StepBudget.Meter meter,
      IntUnaryOperator labels) {
    this.plan = plan;
    this.pattern = plan.pattern();
    this.rows = rows;
    this.view = view;
    this.meter = meter;
    this.labels = labels;
    this.enumerated = plan.enumerated();
    this.steps = plan.sets().toArray(SetStep[]::new);
    this.firstStep = new int[enumerated + 1];
    for (int level = 0; level <= enumerated; level++) {
      int bound = level;
      firstStep[level] = (int) plan.sets().stream().filter(s -> s.level() < bound).count();
    }
    this.candidates = plan.candidates().stream().mapToInt(Integer::intValue).toArray();
    this.bounds = plan.bounds().stream().mapToInt(Integer::intValue).toArray();
    this.excluded = new int[enumerated];
    for (int p = ANCHORS; p < enumerated; p++) {
      excluded[p] = (1 << p) - 1 & ~steps[candidates[p]].adjacent() & ~bounds[p];
    }
    this.matched = new int[enumerated];
    this.sets = new IntBuffer[steps.length];
    for (int i = 0; i < sets.length; i++) {
      sets[i] = new IntBuffer();
    }
    this.sizes = plan.sizes().toArray(Size[]::new);
    this.exclusions = new Exclusion[sizes.length][];
    this.sizeLabels = new int[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      exclusions[i] = sizes[i].exclusions().toArray(Exclusion[]::new);
      sizeLabels[i] = plan.sets().get(sizes[i].set()).label();
    }
    this.values = new long[sizes.length];
    this.terms = plan.terms().toArray(Term[]::new);
  }

  /** Adds up the matches of a counting plan with two slots at its first positions. */
  void count(int first, int second) {
    found = null;
    begin(first, second);
  }

  /** Gives the matches of a listing plan with two slots at its first positions to a receiver. */
  void list(int first, int second, Found into) {
    found = into;
    begin(first, second);
  }

  private void begin(int first, int second) {
    meter.work(16);
    if (hasLabel(first, pattern.label(plan.order().get(0)))
        && hasLabel(second, pattern.label(plan.order().get(1)))) {
      bind(0, first);
      bind(1, second);
      extend(ANCHORS);
    }
  }

  private boolean hasLabel(int slot, int label) {
    return label == Pattern.ANY_LABEL || labels.applyAsInt(slot) == label;
  }

  private void extend(int level) {
    if (level == enumerated) {
      if (found != null) {
        found.match(matched);
      } else {
        leaf();
      }
      return;
    }
    IntBuffer set = sets[candidates[level]];
    int end = below(set, limit(bounds[level]));
    for (int i = 0; i < end; i++) {
      int slot = set.get(i);
      if (!used(level, slot)) {
        bind(level, slot);
        extend(level + 1);
      }
    }
  }

  private boolean used(int position, int slot) {
    for (int rest = excluded[position]; rest != 0; rest &= rest - 1) {
      if (matched[Integer.numberOfTrailingZeros(rest)] == slot) {
        return true;
      }
    }
    return false;
  }

  /** Least slot among some positions: members must be below it. */
  private int limit(int positions) {
    int limit = Integer.MAX_VALUE;
    for (int rest = positions; rest != 0; rest &= rest - 1) {
      limit = Math.min(limit, matched[Integer.numberOfTrailingZeros(rest)]);
    }
    return limit;
  }

  private static int below(IntBuffer set, int limit) {
    int size = set.length();
    return size == 0 || set.get(size - 1) < limit
        ? size
        : IntBuffer.lowerBound(set.values(), 0, size, limit);
  }

  private void bind(int level, int slot) {
    matched[level] = slot;
    for (int id = firstStep[level]; id < firstStep[level + 1]; id++) {
      compute(id, steps[id], slot);
    }
  }

  private void compute(int id, SetStep step, int slot) {
    IntBuffer set = sets[id];
    int limit = limit(step.below());
    boolean grows = (step.adjacent() >> step.level() & 1) != 0;
    if (step.source() == MatchingPlan.NONE) {
      rows.read(slot, set);
      meter.work(16L + set.length());
      set.length(below(set, limit));
      if (step.label() != Pattern.ANY_LABEL) {
        keepLabel(set, step.label());
      }
      for (int rest = step.absent(); rest != 0; rest &= rest - 1) {
        int other = matched[Integer.numberOfTrailingZeros(rest)];
        rows.filter(set, set.length(), other, false, scratch, set);
      }
      return;
    }
    IntBuffer source = sets[step.source()];
    int size = below(source, limit);
    meter.work(16L + 4L * size);
    if (size == 0) {
      set.length(0);
    } else {
      rows.filter(source, size, slot, grows, scratch, set);
    }
  }

  private void keepLabel(IntBuffer set, int label) {
    int kept = 0;
    int[] members = set.values();
    for (int i = 0; i < set.length(); i++) {
      int slot = members[i];
      members[kept] = slot;
      kept += labels.applyAsInt(slot) == label ? 1 : 0;
    }
    set.length(kept);
  }

  /** Counts the ways to fill the positions that are not bound. */
  private void leaf() {
    if (enumerated == pattern.vertexCount()) {
      sum.add(1);
      return;
    }
    for (int i = 0; i < sizes.length; i++) {
      int limit = limit(sizes[i].below());
      long value = below(sets[sizes[i].set()], limit);
      for (Exclusion exclusion : exclusions[i]) {
        value -= inSet(exclusion, limit, sizeLabels[i]) ? 1 : 0;
      }
      values[i] = value;
    }
    for (Term term : terms) {
      add(term);
    }
  }

  private boolean inSet(Exclusion exclusion, int limit, int label) {
    int slot = matched[exclusion.position()];
    if (slot >= limit || !hasLabel(slot, label)) {
      return false;
    }
    for (int rest = exclusion.adjacent(); rest != 0; rest &= rest - 1) {
      if (!rows.hasEdge(view, matched[Integer.numberOfTrailingZeros(rest)], slot)) {
        return false;
      }
    }
    return true;
  }

  /** Exact whatever the sizes: two 64-bit factors, or big integers where they do not fit. */
  private void add(Term term) {
    var factors = term.sizes();
    long product = term.coefficient();
    int last = factors.size() - 1;
    for (int i = 0; i < last; i++) {
      long factor = values[factors.get(i)];
      if (Math.multiplyHigh(product, factor) != product * factor >> 63) {
        BigInteger exact = BigInteger.valueOf(term.coefficient());
        for (int index : factors) {
          exact = exact.multiply(BigInteger.valueOf(values[index]));
        }
        beyond = beyond.add(exact);
        return;
      }
      product *= factor;
    }
    sum.addProduct(product, values[factors.get(last)]);
  }

  /** Matches counted so far, each once. */
  BigInteger total() {
    return sum.value().add(beyond).divide(BigInteger.valueOf(plan.divisor()));
  }
}
