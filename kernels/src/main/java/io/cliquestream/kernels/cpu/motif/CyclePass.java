package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.LocalSum;

/**
 * 4-cycles, each at its hub (least rank) v, and what lies at their vertices and edges: with w(x)
 * the wedges v-u-x of which u and x are after v, a cycle is two wedges with one end, so there are
 * C(w(x), 2) (Chiba and Nishizeki, 1985).
 */
final class CyclePass extends RootPass<PairCounts> {
  private final ArcTriangles arcTriangles;

  CyclePass(RankedGraph graph, ArcTriangles triangles, RootChunks chunks, SumTable result) {
    super(graph, chunks, result);
    this.arcTriangles = triangles;
  }

  @Override
  public PairCounts newState() {
    return new PairCounts(graph);
  }

  @Override
  void process(int v, PairCounts state, Slice<PairCounts> slice) {
    for (long i = graph.offset(v) + graph.outDegree(v); i < graph.offset(v + 1); i++) {
      int u = graph.neighbor(i);
      long j = graph.offset(u + 1) - 1;
      for (int x; (x = graph.neighbor(j)) > v; j--) {
        state.add(x);
      }
      state.work(graph.offset(u + 1) - j, slice);
    }
    sumCorners(v, state, slice);
    ExactSum cycles = state.sums.at(LocalSum.CYCLES_4);
    for (int i = 0; i < state.touchedCount; i++) {
      long wedges = state.common[state.touched[i]];
      cycles.add(wedges * (wedges - 1) / 2);
    }
    state.clear();
  }

  private void sumCorners(int v, PairCounts state, Slice<PairCounts> slice) {
    ExactSum banners = state.sums.at(LocalSum.BANNERS);
    ExactSum houses = state.sums.at(LocalSum.HOUSES);
    int[] common = state.common;
    for (long i = graph.offset(v) + graph.outDegree(v); i < graph.offset(v + 1); i++) {
      int u = graph.neighbor(i);
      long cycles = 0;
      long triangles = 0;
      long j = graph.offset(u + 1) - 1;
      for (int x; (x = graph.neighbor(j)) > v; j--) {
        long others = common[x] - 1L;
        cycles += others;
        triangles += others * arcTriangles.get(j);
      }
      banners.addProduct(cycles, graph.degree(u) - 2L);
      houses.addProduct(cycles, arcTriangles.get(i));
      houses.add(triangles);
      state.work(graph.offset(u + 1) - j, slice);
    }
    for (int i = 0; i < state.touchedCount; i++) {
      int x = state.touched[i];
      long wedges = common[x];
      banners.addProduct(wedges * (wedges - 1) / 2, graph.degree(v) + graph.degree(x) - 4L);
    }
  }
}
