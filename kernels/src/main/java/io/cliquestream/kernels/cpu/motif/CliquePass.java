package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.LocalSum;
import java.util.Arrays;

/**
 * Visits every triangle once, with the number of 4-cliques around it, and counts 5-cliques.
 *
 * <p>The root is the triangle's vertex of largest rank (least degree); the other two are in its N⁺.
 * Each vertex of N⁺ gets a bit row over the root's whole neighbourhood, so that the 4-cliques
 * around a triangle are the bits that two rows share. As every vertex of N⁺ has at least the root's
 * degree, |N⁺|·degree is at most 2m: the rows never need more than m/4 bytes.
 */
final class CliquePass extends RootPass<CliquePass.Rows> {
  /** Bit rows and triangles of one root. */
  static final class Rows extends State {
    /** Position in the root's N⁺ plus one, or 0. */
    final int[] position;

    long[] bits = new long[64];
    int words;

    /** Of each triangle: the two positions, and the arc between them. */
    int[] first = new int[64];

    int[] second = new int[64];
    long[] arc = new long[64];
    int triangles;

    Rows(RankedGraph graph) {
      position = new int[graph.vertexCount()];
    }

    void clear(int rows, int columns) {
      words = (columns + 63) >>> 6;
      int length = Math.multiplyExact(rows, words);
      if (bits.length < length) {
        bits = new long[Math.max(length, 2 * bits.length)];
      } else {
        Arrays.fill(bits, 0, length, 0);
      }
      triangles = 0;
    }

    void set(int row, int column) {
      bits[row * words + (column >>> 6)] |= 1L << column;
    }

    void addTriangle(int larger, int smaller, long between) {
      if (triangles == first.length) {
        first = Arrays.copyOf(first, 2 * triangles);
        second = Arrays.copyOf(second, 2 * triangles);
        arc = Arrays.copyOf(arc, 2 * triangles);
      }
      first[triangles] = larger;
      second[triangles] = smaller;
      arc[triangles++] = between;
    }

    /** Bits that two rows share. */
    int shared(int a, int b) {
      int count = 0;
      int p = a * words;
      int q = b * words;
      for (int i = 0; i < words; i++) {
        count += Long.bitCount(bits[p + i] & bits[q + i]);
      }
      return count;
    }

    /** Edges among the columns below b that rows a and b share; b itself is below a. */
    long edgesBelow(int a, int b) {
      long edges = 0;
      int p = a * words;
      int q = b * words;
      for (int i = 0; i <= b >>> 6; i++) {
        long common = bits[p + i] & bits[q + i];
        if (i == b >>> 6) {
          common &= (1L << b) - 1;
        }
        for (; common != 0; common &= common - 1) {
          int v = (i << 6) + Long.numberOfTrailingZeros(common);
          int r = v * words;
          for (int j = 0; j < v >>> 6; j++) {
            edges += Long.bitCount(bits[p + j] & bits[q + j] & bits[r + j]);
          }
          int j = v >>> 6;
          edges += Long.bitCount(bits[p + j] & bits[q + j] & bits[r + j] & (1L << v) - 1);
        }
      }
      return edges;
    }
  }

  private final ArcTriangles arcTriangles;
  private final boolean fiveCliques;

  /**
   * A pass.
   *
   * @param fiveCliques whether 5-cliques are wanted
   */
  CliquePass(
      RankedGraph graph,
      ArcTriangles triangles,
      boolean fiveCliques,
      RootChunks chunks,
      SumTable result) {
    super(graph, chunks, result);
    this.arcTriangles = triangles;
    this.fiveCliques = fiveCliques;
  }

  @Override
  public Rows newState() {
    return new Rows(graph);
  }

  @Override
  void process(int x, Rows state, Slice<Rows> slice) {
    int out = graph.outDegree(x);
    if (out < 2) {
      return;
    }
    collect(x, out, state, slice);
    for (int i = 0; i < state.triangles; i++) {
      sum(x, i, state);
      state.work(state.words + 16L, slice);
    }
    if (fiveCliques) {
      long cliques = 0;
      for (int i = 0; i < state.triangles; i++) {
        long found = state.edgesBelow(state.first[i], state.second[i]);
        cliques += found;
        state.work(8L * state.words + found, slice);
      }
      state.sums.at(LocalSum.CLIQUES_5).add(cliques);
    }
  }

  /** Fills the rows of N⁺(x) and the list of triangles whose largest rank is x. */
  private void collect(int x, int out, Rows state, Slice<Rows> slice) {
    int[] position = state.position;
    int degree = graph.degree(x);
    long row = graph.offset(x);
    state.clear(out, degree);
    for (int i = 0; i < out; i++) {
      position[graph.neighbor(row + i)] = i + 1;
    }
    for (int i = 0; i < degree; i++) {
      int z = graph.neighbor(row + i);
      long start = graph.offset(z);
      long end = start + graph.outDegree(z);
      for (long j = start; j < end; j++) {
        int w = graph.neighbor(j);
        if (w >= x) {
          break;
        }
        int at = position[w] - 1;
        if (at >= 0) {
          state.set(at, i);
          if (i < out) {
            state.set(i, at);
            state.addTriangle(i, at, j);
          }
        }
      }
      state.work(end - start, slice);
    }
    for (int i = 0; i < out; i++) {
      position[graph.neighbor(row + i)] = 0;
    }
  }

  private void sum(int x, int triangle, Rows state) {
    SumTable sums = state.sums;
    int first = state.first[triangle];
    int second = state.second[triangle];
    long arc = state.arc[triangle];
    long row = graph.offset(x);
    int z = graph.neighbor(row + first);
    int w = graph.neighbor(row + second);
    long dx = graph.degree(x);
    long dz = graph.degree(z);
    long dw = graph.degree(w);
    long txz = arcTriangles.get(row + first);
    long txw = arcTriangles.get(row + second);
    long tzw = arcTriangles.get(arc);
    sums.at(LocalSum.KITES).add((txz - 1) * (dw - 2) + (txw - 1) * (dz - 2) + (tzw - 1) * (dx - 2));
    sums.at(LocalSum.GEMS)
        .add((txz - 1) * (txw - 1) + (txz - 1) * (tzw - 1) + (txw - 1) * (tzw - 1));
    // Neighbours before w of the three: all of N⁺(w), and those before w in the rows of z and x.
    sums.at(LocalSum.CYCLE_5_SHARED).add(graph.outDegree(w) + (arc - graph.offset(z)) + second);
    long cliques = state.shared(first, second);
    if (cliques != 0) {
      sums.at(LocalSum.CLIQUE_PAIRS_AT_TRIANGLE).add(cliques * (cliques - 1) / 2);
      sums.at(LocalSum.CLIQUE_TAILS).add(cliques * (dx + dz + dw - 9));
      sums.at(LocalSum.CLIQUE_TRIANGLES).add(cliques * (txz + txw + tzw - 6));
    }
  }
}
