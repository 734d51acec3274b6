package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.LocalSum;
import java.util.Set;

/**
 * 4-cliques at their vertex of largest rank, and what the edges and vertices of triangles add up
 * to, where nothing else at the triangles is wanted.
 *
 * <p>The others of a clique of x are in N⁺(x), whose positions ascend with the ranks. Row i has a
 * bit for each neighbour of the i-th vertex z that stands before it: a triangle of which x is the
 * last vertex and z the second. So an edge from i to j and a bit that rows i and j share is one
 * 4-clique, and the triangles through the edge xz are the bits of row i and those whose third
 * vertex is after z, which {@link FourCyclePass} left at the arc from x to z. Σ over arcs of d⁺
 * steps, and for 4-cliques half a row of N⁺(x) for each triangle at most.
 */
final class FourCliquePass extends RootPass<FourCliquePass.Rows> {
  /** Neighbours before a root that are one word, with a bit for whatever is none of them. */
  private static final int FEW = Long.SIZE - 1;

  /** Bit rows of one root. */
  static final class Rows extends State {
    /** Position in the root's N⁺ plus one, or 0. */
    final int[] position;

    final BitMatrix matrix = new BitMatrix();

    Rows(RankedGraph graph) {
      position = new int[graph.vertexCount()];
    }
  }

  private final boolean cliques;
  private final boolean triangles;

  /** Null when no sums over edges of triangles are wanted. */
  private final ArcTriangles arcTriangles;

  /**
   * A pass.
   *
   * @param wanted of the numbers of 4-cliques and of triangles
   * @param arcTriangles as {@link FourCyclePass} leaves them; null when no sums over edges of
   *     triangles are wanted
   */
  FourCliquePass(
      RankedGraph graph,
      Set<LocalSum> wanted,
      ArcTriangles arcTriangles,
      RootChunks chunks,
      SumTable result) {
    super(graph, chunks, result);
    this.cliques = wanted.contains(LocalSum.CLIQUES_4);
    this.triangles = wanted.contains(LocalSum.TRIANGLES_AT_VERTEX);
    this.arcTriangles = arcTriangles;
  }

  @Override
  public Rows newState() {
    return new Rows(graph);
  }

  @Override
  void process(int x, Rows state, Slice<Rows> slice) {
    int out = graph.outDegree(x);
    if (out == 0) {
      return;
    }
    long row = graph.offset(x);
    for (int i = 0; i < out; i++) {
      state.position[graph.neighbor(row + i)] = i + 1;
    }
    state.matrix.reset(out);
    int words = state.matrix.words();
    long pairs = 0;
    long tails = 0;
    long found = 0;
    for (int i = 0; i < out; i++) {
      int z = graph.neighbor(row + i);
      int before = out <= FEW ? fillWord(z, i, state) : fillRow(z, i * words, state);
      found += before;
      if (arcTriangles != null) {
        long through = before + (long) arcTriangles.get(row + i);
        pairs += through * (through - 1);
        tails += before * (graph.degree(z) - 2L);
      }
      state.work(1L + graph.outDegree(z) + words, slice);
    }
    for (int i = 0; i < out; i++) {
      state.position[graph.neighbor(row + i)] = 0;
    }
    if (triangles) {
      state.sums.at(LocalSum.TRIANGLES_AT_VERTEX).addProduct(found, 3);
    }
    if (arcTriangles != null) {
      // Either direction of an edge is an arc.
      state.sums.at(LocalSum.TRIANGLE_PAIRS_AT_ARC).add(pairs);
      state.sums.at(LocalSum.TAILS).add(tails);
      state.sums.at(LocalSum.TAILS).addProduct(found, graph.degree(x) - 2L);
    }
    if (cliques && found > 2) {
      state.sums.at(LocalSum.CLIQUES_4).add(cliques(out, state, slice));
    }
  }

  /** Makes a row of one word without a branch; returns how many bits are set. */
  private int fillWord(int z, int i, Rows state) {
    int[] position = state.position;
    long end = graph.offset(z) + graph.outDegree(z);
    long bits = 0;
    for (long j = graph.offset(z); j < end; j++) {
      bits |= 1L << position[graph.neighbor(j)];
    }
    // What is no neighbour of the root has set the lowest bit.
    bits >>>= 1;
    state.matrix.bits()[i] = bits;
    return Long.bitCount(bits);
  }

  private int fillRow(int z, int row, Rows state) {
    int[] position = state.position;
    long[] bits = state.matrix.bits();
    long end = graph.offset(z) + graph.outDegree(z);
    int set = 0;
    for (long j = graph.offset(z); j < end; j++) {
      int at = position[graph.neighbor(j)] - 1;
      if (at >= 0) {
        bits[row + (at >>> 6)] |= 1L << at;
        set++;
      }
    }
    return set;
  }

  private static long cliques(int out, Rows state, Slice<Rows> slice) {
    long[] bits = state.matrix.bits();
    int words = state.matrix.words();
    long cliques = 0;
    for (int i = 2; i < out; i++) {
      if (words == 1) {
        for (long left = bits[i]; left != 0; left &= left - 1) {
          cliques += Long.bitCount(bits[i] & bits[Long.numberOfTrailingZeros(left)]);
        }
      } else {
        cliques += below(bits, words, i);
      }
      state.work((long) words * words + 1, slice);
    }
    return cliques;
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
