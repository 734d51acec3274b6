package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import java.util.Arrays;

/**
 * Triangles through every arc from a vertex to one of smaller rank.
 *
 * <p>Each triangle is met once, at its hub (least rank) a: the root marks its neighbours after it,
 * and walks N⁺(c) of each such neighbour c from the end down to a itself. That are Σ C(d⁺, 2)
 * steps, in all orders of the vertices of a triangle the fewest. The counts of the arcs to the root
 * are kept until it is done; that of the third arc lies in another root's row, and threads add to
 * it atomically.
 */
final class TriangleCountPass extends RootPass<TriangleCountPass.Marks> {
  /** Marks of one thread. */
  static final class Marks extends State {
    /** Position among the root's neighbours after it plus one, or 0. */
    final int[] position;

    /** Of each of these neighbours: the triangles so far, and its arc to the root. */
    final int[] triangles;

    final long[] arc;

    Marks(RankedGraph graph) {
      position = new int[graph.vertexCount()];
      triangles = new int[graph.maximumDegree()];
      arc = new long[graph.maximumDegree()];
    }
  }

  private final ArcTriangles arcTriangles;

  TriangleCountPass(RankedGraph graph, ArcTriangles triangles, RootChunks chunks) {
    super(graph, chunks, new SumTable());
    this.arcTriangles = triangles;
  }

  @Override
  public Marks newState() {
    return new Marks(graph);
  }

  @Override
  void process(int a, Marks state, Slice<Marks> slice) {
    int[] position = state.position;
    int[] triangles = state.triangles;
    long row = graph.offset(a) + graph.outDegree(a);
    int after = (int) (graph.offset(a + 1) - row);
    if (after < 2) {
      return;
    }
    Arrays.fill(triangles, 0, after, 0);
    for (int i = 0; i < after; i++) {
      position[graph.neighbor(row + i)] = i + 1;
    }
    for (int i = 0; i < after; i++) {
      int c = graph.neighbor(row + i);
      long last = graph.offset(c) + graph.outDegree(c) - 1;
      long j = last;
      int found = 0;
      // The root itself is in the row.
      for (int b; (b = graph.neighbor(j)) > a; j--) {
        int at = position[b];
        if (at != 0) {
          found++;
          triangles[at - 1]++;
          arcTriangles.add(j, 1);
        }
      }
      triangles[i] += found;
      state.arc[i] = j;
      state.work(1 + last - j + 4L * found, slice);
    }
    for (int i = 0; i < after; i++) {
      position[graph.neighbor(row + i)] = 0;
      if (triangles[i] != 0) {
        arcTriangles.add(state.arc[i], triangles[i]);
      }
    }
  }
}
