package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.LocalSum;
import java.util.Arrays;

/**
 * The number of 4-cycles alone, and what it finds of triangles on the way; {@link CyclePass} is the
 * one that looks at the cycles' edges.
 *
 * <p>A root v counts the wedges w(x) to every x as that pass does. The i-th wedge to x closes i - 1
 * cycles, so they are added up as they are counted, and nothing is looked at twice: each root's
 * counts begin above those of the last one, where a count that it has not touched reads as none.
 *
 * <p>For a neighbour u after v, w(u) are the triangles through both whose third vertex is after v.
 * They are left at the arc from u to v, for {@link FourCliquePass}, which meets the others: no
 * triangle is looked up or added by another thread.
 */
final class FourCyclePass extends RootPass<FourCyclePass.Counts> {
  /** Counts of one thread. */
  static final class Counts extends State {
    /** Of a vertex: wedges from the root plus {@link #base}, or less for none. */
    final int[] common;

    /** Of each neighbour after the root: where its row holds the root. */
    final long[] arc;

    int base;

    Counts(RankedGraph graph) {
      common = new int[graph.vertexCount()];
      arc = new long[graph.maximumDegree()];
    }
  }

  /** Null when no triangles are wanted. */
  private final ArcTriangles arcTriangles;

  private final int largestCount;

  /**
   * A pass.
   *
   * @param triangles filled at every arc to a smaller rank; null for none
   * @param largestCount of {@link MotifPolicy}
   */
  FourCyclePass(
      RankedGraph graph,
      ArcTriangles triangles,
      int largestCount,
      RootChunks chunks,
      SumTable result) {
    super(graph, chunks, result);
    this.arcTriangles = triangles;
    this.largestCount = largestCount;
  }

  @Override
  public Counts newState() {
    return new Counts(graph);
  }

  @Override
  void process(int v, Counts state, Slice<Counts> slice) {
    long row = graph.offset(v) + graph.outDegree(v);
    int after = (int) (graph.offset(v + 1) - row);
    if (after < 2) {
      return;
    }
    if (state.base > largestCount - after) {
      Arrays.fill(state.common, 0);
      state.base = 0;
    }
    int[] common = state.common;
    int base = state.base;
    long cycles = 0;
    for (int i = 0; i < after; i++) {
      int u = graph.neighbor(row + i);
      long last = graph.offset(u + 1) - 1;
      long j = last;
      for (int x; (x = graph.neighbor(j)) > v; j--) {
        int wedges = Math.max(common[x], base);
        cycles += wedges - base;
        common[x] = wedges + 1;
      }
      state.arc[i] = j;
      state.work(1 + last - j, slice);
    }
    state.sums.at(LocalSum.CYCLES_4).add(cycles);
    if (arcTriangles != null) {
      long twice = 0;
      for (int i = 0; i < after; i++) {
        int triangles = Math.max(common[graph.neighbor(row + i)], base) - base;
        arcTriangles.set(state.arc[i], triangles);
        twice += triangles;
      }
      state.work(after, slice);
      state.sums.at(LocalSum.TAILS).addProduct(twice / 2, graph.degree(v) - 2L);
    }
    state.base = base + after;
  }
}
