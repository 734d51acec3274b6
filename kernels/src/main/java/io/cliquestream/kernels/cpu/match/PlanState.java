package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.MatchingPlan.SetStep;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * The bound vertices and candidate sets of one thread. Set buffers grow to the largest set met and
 * are then reused: no allocation while matching, and at most one row's length for each set.
 */
class PlanState {
  static final int UNBOUNDED = Integer.MAX_VALUE;

  final RankedGraph graph;
  final MatchingPlan plan;
  final SortedSets operations;
  final int[] matched;
  private final SetStep[] steps;
  private final int[] firstStep;
  private final int[] bounds;
  private final int[] excluded;
  private final int[] candidates;
  private final int[][] sets;
  private final int[] sizes;

  /** Set elements looked at since the caller last set it back. */
  int looked;

  PlanState(RankedGraph graph, MatchingPlan plan, SortedSets operations) {
    this.graph = graph;
    this.plan = plan;
    this.operations = operations;
    this.matched = new int[plan.enumerated()];
    this.steps = plan.sets().toArray(SetStep[]::new);
    this.firstStep = new int[plan.enumerated() + 1];
    for (int level = 0; level <= plan.enumerated(); level++) {
      int bound = level;
      firstStep[level] = (int) plan.sets().stream().filter(s -> s.level() < bound).count();
    }
    this.bounds = toArray(plan.bounds());
    this.candidates = toArray(plan.candidates());
    this.excluded = new int[plan.enumerated()];
    for (int p = 1; p < excluded.length; p++) {
      excluded[p] = ((1 << p) - 1) & ~steps[candidates[p]].adjacent() & ~bounds[p];
    }
    this.sets = new int[steps.length][16];
    this.sizes = new int[steps.length];
  }

  private static int[] toArray(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Least vertex among some positions: members of a set must be below it. */
  final int limit(int positions) {
    int limit = UNBOUNDED;
    for (int rest = positions; rest != 0; rest &= rest - 1) {
      limit = Math.min(limit, matched[Integer.numberOfTrailingZeros(rest)]);
    }
    return limit;
  }

  /** Whether a vertex may be bound to position 0. */
  final boolean isRoot(int vertex) {
    return operations.hasLabel(vertex, plan.pattern().label(plan.order().getFirst()));
  }

  /** The set a position is taken from. */
  final int[] candidates(int position) {
    return sets[candidates[position]];
  }

  /** How many of {@link #candidates} respect the position's bounds; they come first. */
  final int candidateCount(int position) {
    int set = candidates[position];
    return SortedSets.lowerBound(sets[set], sizes[set], limit(bounds[position]));
  }

  /** Whether a candidate is bound already. */
  final boolean used(int position, int vertex) {
    for (int rest = excluded[position]; rest != 0; rest &= rest - 1) {
      if (matched[Integer.numberOfTrailingZeros(rest)] == vertex) {
        return true;
      }
    }
    return false;
  }

  /** Members of a set below a vertex. */
  final int sizeBelow(int set, int limit) {
    return steps[set].materialized()
        ? SortedSets.lowerBound(sets[set], sizes[set], limit)
        : sizes[set];
  }

  /** Binds a position and computes the sets of its level. */
  final void bind(int level, int vertex) {
    matched[level] = vertex;
    for (int id = firstStep[level]; id < firstStep[level + 1]; id++) {
      compute(id, steps[id], vertex);
    }
  }

  private void compute(int id, SetStep step, int vertex) {
    int limit = limit(step.below());
    boolean grows = (step.adjacent() >> step.level() & 1) != 0;
    if (step.source() == MatchingPlan.NONE) {
      sizes[id] = copyRow(id, vertex, limit);
      looked += sizes[id] + 8;
      if (step.label() != Pattern.ANY_LABEL) {
        sizes[id] = operations.keepLabel(sets[id], sizes[id], step.label());
      }
      for (int rest = step.absent(); rest != 0; rest &= rest - 1) {
        int other = matched[Integer.numberOfTrailingZeros(rest)];
        sizes[id] = operations.filter(sets[id], sizes[id], other, false, sets[id]);
      }
      return;
    }
    int[] source = sets[step.source()];
    int size = SortedSets.lowerBound(source, sizes[step.source()], limit);
    looked += size + 8;
    if (step.materialized()) {
      reserve(id, size);
      sizes[id] = operations.filter(source, size, vertex, grows, sets[id]);
    } else {
      sizes[id] = operations.countFiltered(source, size, vertex, grows);
    }
  }

  private int copyRow(int id, int vertex, int limit) {
    long start = graph.offset(vertex);
    long end = limit == UNBOUNDED ? graph.offset(vertex + 1) : graph.lowerBound(vertex, limit);
    int size = (int) (end - start);
    reserve(id, size);
    MemorySegment.copy(
        graph.neighbors(), ValueLayout.JAVA_INT, start * Integer.BYTES, sets[id], 0, size);
    return size;
  }

  /** Room for one more than needed: branch-free filters write before they know. */
  private void reserve(int id, int size) {
    if (sets[id].length <= size) {
      sets[id] = new int[Math.max(size + 1, (int) Math.min(2L * size, graph.maximumDegree() + 1))];
    }
  }
}
