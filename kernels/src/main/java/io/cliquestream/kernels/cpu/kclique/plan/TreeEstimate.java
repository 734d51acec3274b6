package io.cliquestream.kernels.cpu.kclique.plan;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.kclique.search.InducedSubgraph;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The size of a search tree that is far too large to walk through, by random descents (Knuth,
 * Estimating the efficiency of backtrack programs, 1975): a node of b branches goes down into one
 * of them, and what it meets there counts b times. The mean over many descents is the size of the
 * tree; it is right to an order of magnitude, and mostly too small, since few descents meet the
 * largest subtrees. The same seed is used always, so a graph has one estimate.
 */
abstract class TreeEstimate {
  private final InducedSubgraph subgraph;
  final StopMeter meter;
  final SplittableRandom random = new SplittableRandom(1);

  TreeEstimate(OrientedGraph graph, JobControl control) {
    this.subgraph = new InducedSubgraph(graph);
    this.meter = new StopMeter(control);
  }

  /**
   * Steps below all roots.
   *
   * @param roots a sample of them
   */
  final double steps(List<RootSample.Member> roots) {
    double steps = 0;
    for (RootSample.Member member : roots) {
      int degree = subgraph.load(member.root(), meter::work);
      double sum = 0;
      for (int i = 0; i < KCliquePolicy.DESCENTS; i++) {
        sum += descend(subgraph.matrix(), degree);
      }
      steps += member.weight() * sum / KCliquePolicy.DESCENTS;
    }
    return steps;
  }

  /** Steps as one descent tells them, below a root of so many out-neighbours. */
  abstract double descend(BitMatrix matrix, int degree);
}
