package io.cliquestream.kernels.cpu.kclique.plan;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.kclique.search.InducedSubgraph;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.SplittableRandom;

/**
 * The size of a search tree that is far too large to walk through, by random descents (Knuth,
 * Estimating the efficiency of backtrack programs, 1975): a node of b branches goes down into one
 * of them, and what it meets there counts b times. The mean over many descents is the size of the
 * tree; it is right to an order of magnitude, and mostly too small, since few descents meet the
 * largest subtrees. The same seed is used always, so a graph has one estimate.
 */
abstract class TreeEstimate {
  private final OrientedGraph graph;
  private final InducedSubgraph subgraph;
  final StopMeter meter;
  final SplittableRandom random = new SplittableRandom(1);

  TreeEstimate(OrientedGraph graph, JobControl control) {
    this.graph = graph;
    this.subgraph = new InducedSubgraph(graph);
    this.meter = new StopMeter(control);
  }

  /**
   * Steps below all roots.
   *
   * @param roots a sample that lies evenly over the cost of all roots
   * @param totalCost cost of all roots
   */
  final double steps(int[] roots, double totalCost) {
    double perCost = 0;
    for (int root : roots) {
      int degree = subgraph.load(root, meter::work);
      double sum = 0;
      for (int i = 0; i < KCliquePolicy.DESCENTS; i++) {
        sum += descend(subgraph.matrix(), degree);
      }
      perCost += sum / KCliquePolicy.DESCENTS / RootCost.of(graph, root);
    }
    return perCost / roots.length * totalCost;
  }

  /** Steps as one descent tells them, below a root of so many out-neighbours. */
  abstract double descend(BitMatrix matrix, int degree);
}
