package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.LocalSum;

/**
 * The number of 4-cliques alone, where nothing else at their triangles is wanted.
 *
 * <p>A clique belongs to its vertex of largest rank x; the others are in N⁺(x), whose positions
 * ascend with the ranks. Row i has a bit for each neighbour of the i-th vertex that stands before
 * it, so an edge from i to j and a bit that rows i and j share is one clique. Σ over arcs of d⁺
 * steps, and for each triangle half a row of N⁺(x) at most.
 */
final class FourCliquePass extends RootPass<FourCliquePass.Rows> {
  /** Bit rows of one root. */
  static final class Rows extends State {
    /** Position in the root's N⁺ plus one, or 0. */
    final int[] position;

    final BitMatrix matrix = new BitMatrix();

    Rows(RankedGraph graph) {
      position = new int[graph.vertexCount()];
    }
  }

  FourCliquePass(RankedGraph graph, RootChunks chunks, SumTable result) {
    super(graph, chunks, result);
  }

  @Override
  public Rows newState() {
    return new Rows(graph);
  }

  @Override
  void process(int x, Rows state, Slice<Rows> slice) {
    int out = graph.outDegree(x);
    if (out < 3) {
      return;
    }
    int[] position = state.position;
    long row = graph.offset(x);
    for (int i = 0; i < out; i++) {
      position[graph.neighbor(row + i)] = i + 1;
    }
    state.matrix.reset(out);
    int words = state.matrix.words();
    long[] bits = state.matrix.bits();
    for (int i = 0; i < out; i++) {
      int z = graph.neighbor(row + i);
      long start = graph.offset(z);
      long end = start + graph.outDegree(z);
      for (long j = start; j < end; j++) {
        int at = position[graph.neighbor(j)] - 1;
        if (at >= 0) {
          bits[i * words + (at >>> 6)] |= 1L << at;
        }
      }
      state.work(end - start + words, slice);
    }
    for (int i = 0; i < out; i++) {
      position[graph.neighbor(row + i)] = 0;
    }
    long cliques = 0;
    for (int i = 2; i < out; i++) {
      cliques += below(bits, words, i);
      state.work((long) words * words + 1, slice);
    }
    state.sums.at(LocalSum.CLIQUES_4).add(cliques);
  }

  /** Pairs of adjacent vertices among the neighbours before the i-th. */
  private static long below(long[] bits, int words, int i) {
    long pairs = 0;
    int p = i * words;
    for (int w = 0; w <= i >>> 6; w++) {
      for (long left = bits[p + w]; left != 0; left &= left - 1) {
        int q = ((w << 6) + Long.numberOfTrailingZeros(left)) * words;
        for (int k = 0; k <= w; k++) {
          pairs += Long.bitCount(bits[p + k] & bits[q + k]);
        }
      }
    }
    return pairs;
  }
}
