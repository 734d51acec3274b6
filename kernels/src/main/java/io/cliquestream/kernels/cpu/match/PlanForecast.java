package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.memory.BinarySearch;
import io.cliquestream.kernels.pattern.MatchingPlan;
import java.util.SplittableRandom;

/**
 * Predicts how many set elements a count along a plan looks at, from random descents that run the
 * plan itself (Knuth, "Estimating the efficiency of backtrack programs", 1975): a descent binds one
 * candidate of each position, and what it looks at stands for as many as there were candidates.
 * Without bias whatever the graph, its labels and the plan.
 *
 * <p>What a vertex leads to grows with its degree, so half of the roots and half of the candidates
 * are drawn by their degrees, and half uniformly: no vertex is drawn less than half as often as
 * either way would draw it, which bounds what one descent can stand for. A position with as few
 * candidates as {@code branches} has all of them descended into.
 *
 * <p>Cost: descents are made until they have looked at a budget of elements, some at least.
 */
final class PlanForecast {
  private static final int LEAST_DESCENTS = 64;

  private final RankedGraph graph;
  private final MatchingPlan plan;
  private final CountingState state;
  private final StopMeter meter;
  private final int branches;
  private final SplittableRandom random;

  /** Elements looked at by the descents themselves. */
  private long spent;

  /** Elements that all descents looked at, each as often as it stands for. */
  private double stoodFor;

  /** Ends that descents came to, likewise. */
  private double bindings;

  /**
   * A forecast of one plan.
   *
   * @param branches candidates of a position that a descent goes on with, at most
   */
  PlanForecast(
      RankedGraph graph,
      MatchingPlan plan,
      SortedSets operations,
      int branches,
      long seed,
      StopMeter meter) {
    this.graph = graph;
    this.plan = plan;
    this.state = new CountingState(graph, plan, operations);
    this.branches = branches;
    this.random = new SplittableRandom(seed);
    this.meter = meter;
  }

  /** Predicts by so many looked-at elements of descents. */
  PlanWork predict(long budget) {
    int n = graph.vertexCount();
    long arcs = graph.arcCount();
    long descents = 0;
    while (n > 0 && (descents < LEAST_DESCENTS || spent < budget)) {
      int root =
          random.nextBoolean() && arcs > 0 ? ofArc(random.nextLong(arcs)) : random.nextInt(n);
      double probability = arcs > 0 ? (1.0 / n + (double) graph.degree(root) / arcs) / 2 : 1.0 / n;
      if (state.isRoot(root)) {
        bind(0, root, 1 / probability);
        extend(1, 1 / probability);
      }
      spent++;
      meter.work(1);
      descents++;
    }
    return descents == 0
        ? new PlanWork(0, 0)
        : new PlanWork(stoodFor / descents, bindings / descents);
  }

  /** The vertex whose row holds an index: one by its degree. */
  private int ofArc(long index) {
    return (int) BinarySearch.first(1, graph.vertexCount(), v -> graph.offset((int) v) > index) - 1;
  }

  private void bind(int level, int vertex, double weight) {
    int before = state.looked;
    state.bind(level, vertex);
    took(before, weight);
  }

  private void took(int before, double weight) {
    int looked = state.looked - before;
    spent += looked;
    meter.work(looked);
    stoodFor += weight * looked;
    state.looked = 0;
  }

  private void extend(int level, double weight) {
    if (level == plan.enumerated()) {
      int before = state.looked;
      state.addLeaf();
      took(before, weight);
      bindings += weight;
      return;
    }
    int[] candidates = state.candidates(level);
    int count = state.candidateCount(level);
    if (count <= branches) {
      for (int i = 0; i < count; i++) {
        descend(level, candidates[i], weight);
      }
      return;
    }
    long degrees = 0;
    for (int i = 0; i < count; i++) {
      degrees += graph.degree(candidates[i]);
    }
    spent += count;
    for (int branch = 0; branch < branches; branch++) {
      int vertex =
          candidates[random.nextBoolean() ? random.nextInt(count) : byDegree(candidates, degrees)];
      double probability = (1.0 / count + (double) graph.degree(vertex) / degrees) / 2;
      descend(level, vertex, weight / (probability * branches));
    }
  }

  private int byDegree(int[] candidates, long degrees) {
    long left = random.nextLong(degrees);
    int i = 0;
    while ((left -= graph.degree(candidates[i])) >= 0) {
      i++;
    }
    return i;
  }

  private void descend(int level, int vertex, double weight) {
    if (!state.used(level, vertex)) {
      bind(level, vertex, weight);
      extend(level + 1, weight);
    }
  }
}
