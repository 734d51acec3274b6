package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.LocalSum;

/**
 * What hangs on a triangle's vertices and edges, once {@link TriangleCountPass} has counted the
 * triangles of every arc to a smaller rank. A root copies the count of each arc to a larger rank
 * from the arc back, which it finds by bisection; it writes to its own arcs alone, and reads only
 * those that nobody writes.
 */
final class TrianglePass extends RootPass<RootPass.State> {
  private final ArcTriangles arcTriangles;

  TrianglePass(RankedGraph graph, ArcTriangles triangles, RootChunks chunks, SumTable result) {
    super(graph, chunks, result);
    this.arcTriangles = triangles;
  }

  @Override
  public State newState() {
    return new State();
  }

  @Override
  void process(int x, State state, Slice<State> slice) {
    SumTable sums = state.sums;
    long row = graph.offset(x);
    int degree = graph.degree(x);
    int out = graph.outDegree(x);
    ExactSum pairsAtArc = sums.at(LocalSum.TRIANGLE_PAIRS_AT_ARC);
    ExactSum triplesAtArc = sums.at(LocalSum.TRIANGLE_TRIPLES_AT_ARC);
    ExactSum bulls = sums.at(LocalSum.BULLS);
    ExactSum ends = sums.at(LocalSum.TRIANGLE_ENDS);
    ExactSum darts = sums.at(LocalSum.DARTS);
    long twice = 0;
    long further = 0;
    for (int i = 0; i < degree; i++) {
      int y = graph.neighbor(row + i);
      long other = graph.degree(y);
      further += other - 1;
      long t;
      if (i < out) {
        t = arcTriangles.get(row + i);
      } else {
        t = arcTriangles.get(graph.lowerBound(y, x));
        arcTriangles.set(row + i, (int) t);
      }
      twice += t;
      if (t != 0) {
        long pairs = t * (t - 1) / 2;
        pairsAtArc.add(pairs);
        triplesAtArc.addTriples(t);
        bulls.addProduct(t * (degree - 2L), other - 2);
        ends.add(t * (other - 1));
        darts.addProduct(pairs, degree - 3L);
      }
    }
    state.work(16L * degree + 1, slice);
    long through = twice / 2;
    sums.at(LocalSum.TRIANGLES_AT_VERTEX).add(through);
    sums.at(LocalSum.TAILS).addProduct(through, degree - 2L);
    sums.at(LocalSum.TAIL_PAIRS).addProduct(through, (degree - 2L) * (degree - 3L) / 2);
    sums.at(LocalSum.LONG_TAILS).addProduct(through, further);
    sums.at(LocalSum.TRIANGLE_PAIRS_AT_VERTEX).addPairs(through);
  }
}
