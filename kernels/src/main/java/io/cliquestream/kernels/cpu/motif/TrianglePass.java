package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import java.util.Arrays;

/**
 * Triangles through every arc, and what hangs on a triangle's vertices and edges.
 *
 * <p>A root marks its whole row and looks for edges inside it by walking N⁺ of its neighbours: Σ
 * d(y)·d⁺(y) steps, each triangle three times, but every thread writes only its roots' own arcs.
 */
final class TrianglePass extends RootPass<TrianglePass.Marks> {
  /** Marks of one thread. */
  static final class Marks extends State {
    /** Position in the root's row plus one, or 0. */
    final int[] position;

    final int[] triangles;

    Marks(RankedGraph graph) {
      position = new int[graph.vertexCount()];
      triangles = new int[graph.maximumDegree()];
    }
  }

  private final ArcTriangles arcTriangles;

  TrianglePass(RankedGraph graph, ArcTriangles triangles, RootChunks chunks, SumTable result) {
    super(graph, chunks, result);
    this.arcTriangles = triangles;
  }

  @Override
  public Marks newState() {
    return new Marks(graph);
  }

  @Override
  void process(int x, Marks state, Slice<Marks> slice) {
    int[] position = state.position;
    int[] triangles = state.triangles;
    int degree = graph.degree(x);
    long row = graph.offset(x);
    Arrays.fill(triangles, 0, degree, 0);
    for (int i = 0; i < degree; i++) {
      position[graph.neighbor(row + i)] = i + 1;
    }
    for (int i = 0; i < degree; i++) {
      int y = graph.neighbor(row + i);
      long start = graph.offset(y);
      long end = start + graph.outDegree(y);
      int found = 0;
      for (long j = start; j < end; j++) {
        int at = position[graph.neighbor(j)];
        if (at != 0) {
          found++;
          triangles[at - 1]++;
        }
      }
      triangles[i] += found;
      state.work(end - start, slice);
    }
    for (int i = 0; i < degree; i++) {
      position[graph.neighbor(row + i)] = 0;
    }
    arcTriangles.set(row, triangles, degree);
    sum(degree, row, triangles, state.sums);
  }

  private void sum(int degree, long row, int[] triangles, SumTable sums) {
    long twice = 0;
    long further = 0;
    for (int i = 0; i < degree; i++) {
      long t = triangles[i];
      long other = graph.degree(graph.neighbor(row + i));
      twice += t;
      further += other - 1;
      if (t != 0) {
        long pairs = t * (t - 1) / 2;
        sums.at(LocalSum.TRIANGLE_PAIRS_AT_ARC).add(pairs);
        sums.at(LocalSum.TRIANGLE_TRIPLES_AT_ARC).addTriples(t);
        sums.at(LocalSum.BULLS).addProduct(t * (degree - 2L), other - 2);
        sums.at(LocalSum.TRIANGLE_ENDS).add(t * (other - 1));
        sums.at(LocalSum.DARTS).addProduct(pairs, degree - 3L);
      }
    }
    long through = twice / 2;
    sums.at(LocalSum.TRIANGLES_AT_VERTEX).add(through);
    sums.at(LocalSum.TAILS).addProduct(through, degree - 2L);
    sums.at(LocalSum.TAIL_PAIRS).addProduct(through, (degree - 2L) * (degree - 3L) / 2);
    sums.at(LocalSum.LONG_TAILS).addProduct(through, further);
    sums.at(LocalSum.TRIANGLE_PAIRS_AT_VERTEX).addPairs(through);
  }
}
