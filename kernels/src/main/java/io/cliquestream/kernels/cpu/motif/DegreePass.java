package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.LocalSum;

/** Stars and trees: sums over degrees. */
final class DegreePass extends RootPass<RootPass.State> {
  private final boolean walks;

  /**
   * A pass.
   *
   * @param walks whether walks of four steps are wanted
   */
  DegreePass(RankedGraph graph, boolean walks, RootChunks chunks, SumTable result) {
    super(graph, chunks, result);
    this.walks = walks;
  }

  @Override
  public State newState() {
    return new State();
  }

  @Override
  void process(int v, State state, Slice<State> slice) {
    SumTable sums = state.sums;
    long degree = graph.degree(v);
    sums.at(LocalSum.PAIRS_AT_VERTEX).addPairs(degree);
    sums.at(LocalSum.TRIPLES_AT_VERTEX).addTriples(degree);
    sums.at(LocalSum.QUADRUPLES_AT_VERTEX).addQuadruples(degree);
    long further = 0;
    for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
      further += graph.degree(graph.neighbor(i)) - 1L;
    }
    if (walks) {
      addWalks(v, further, sums.at(LocalSum.WALKS_4));
    }
    sums.at(LocalSum.WALKS_3).addProduct(degree - 1, further);
    sums.at(LocalSum.FORKS).addProduct((degree - 1) * (degree - 2) / 2, further);
    state.work(degree + 1, slice);
  }

  /** All pairs of neighbours, without those of one with itself. */
  private void addWalks(int v, long further, ExactSum sum) {
    sum.addProduct(further, further);
    for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
      long others = graph.degree(graph.neighbor(i)) - 1L;
      sum.add(-others * others);
    }
  }
}
