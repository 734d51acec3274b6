package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.LocalSum;
import java.util.Arrays;

/**
 * What lies between two vertices a and c: their W(a,c) common neighbours, and the edges among them.
 *
 * <p>A root a counts W(a,·) for all c before it, whose degree is not smaller: the start of the row
 * of each of its neighbours. For the edges it takes the graph among its own neighbours as rows of
 * bits, and the neighbours that it shares with c as one more row S. The degree of x among the
 * common neighbours is then the number of bits that S and the row of x have in common, for each x
 * of S. Neighbours without a triangle at their edge to a are in no such graph and have no bit.
 *
 * <p>Invariant: the root is the end of smaller degree, so rows are short although c may be a hub;
 * pairs of hubs, whose rows would be long, are {@link HubPairPass}'s. Time: the wedges, each as
 * many words as a row has, at most {@link MotifPolicy#hubDegree} / 64. The rows S of all c are made
 * together, in turns of {@link #TURN_WORDS}; in a turn c only grows, so every row of a neighbour is
 * read once.
 */
final class PairPass extends RootPass<PairPass.Common> {
  /** Most longs of rows of common neighbours at a time: half a usual second-level cache. */
  private static final int TURN_WORDS = 1 << 15;

  /** The motifs counted here have three common neighbours, so both ends have this degree. */
  private static final int SMALLEST_DEGREE = 3;

  /** Counts and rows of one thread. */
  static final class Common extends PairCounts {
    /** Of a neighbour with a row: its number plus one; else 0. */
    final int[] position;

    /** Of each such neighbour: the vertex, and where the rest of its row begins. */
    final int[] active;

    final long[] next;
    final BitMatrix rows = new BitMatrix();

    /** Of each c of a turn: where its row begins. */
    final int[] start;

    /** The vertices c of a turn, and their rows. */
    final int[] turn;

    final long[] shared;
    int turnCount;

    Common(RankedGraph graph, boolean edges, int largest) {
      super(graph);
      int n = edges ? graph.vertexCount() : 0;
      position = new int[n];
      start = new int[n];
      active = new int[edges ? largest : 0];
      next = new long[active.length];
      turn = new int[edges ? TURN_WORDS : 0];
      shared = new long[turn.length];
    }

    void take(int c, int words) {
      start[c] = turnCount * words;
      turn[turnCount++] = c;
    }
  }

  private final boolean triples;

  /** Null when no edges are wanted. */
  private final ArcTriangles triangles;

  private final int hubs;

  /** Ranks from here on have too small a degree. */
  private final int ends;

  /**
   * A pass.
   *
   * @param triples whether triples of common neighbours are wanted
   * @param triangles of every arc, for edges among common neighbours; null for none
   * @param hubs ranks before it are not looked into
   */
  PairPass(
      RankedGraph graph,
      boolean triples,
      ArcTriangles triangles,
      int hubs,
      RootChunks chunks,
      SumTable result,
      StopMeter meter) {
    super(graph, chunks, result);
    this.triples = triples;
    this.triangles = triangles;
    this.hubs = hubs;
    int last = graph.vertexCount();
    while (last > 0 && graph.degree(last - 1) < SMALLEST_DEGREE) {
      meter.work(2);
      last--;
    }
    ends = last;
  }

  /** Vertices that have more neighbours than so many, which are the first ranks. */
  static int hubs(RankedGraph graph, int degree, StopMeter meter) {
    int hubs = 0;
    while (hubs < graph.vertexCount() && graph.degree(hubs) > degree) {
      meter.work(2);
      hubs++;
    }
    return hubs;
  }

  /**
   * Most bytes of a thread beside {@link PairCounts}, with rows for neighbours of such vertices.
   */
  static long bytes(long vertices, long degree) {
    return 8 * vertices + 12 * degree + degree * (degree / 64 + 1) * 16 + 12L * TURN_WORDS + 1024;
  }

  @Override
  public Common newState() {
    int largest = hubs < graph.vertexCount() ? graph.degree(hubs) : 0;
    return new Common(graph, triangles != null, largest);
  }

  @Override
  void process(int a, Common state, Slice<Common> slice) {
    if (a >= ends) {
      return;
    }
    for (long i = graph.offset(a); i < graph.offset(a + 1); i++) {
      long first = graph.offset(graph.neighbor(i));
      long j = first;
      // The root itself is in the row.
      for (int c; (c = graph.neighbor(j)) < a; j++) {
        state.add(c);
      }
      state.work(1 + j - first, slice);
    }
    if (triples) {
      ExactSum sum = state.sums.at(LocalSum.TRIPLES_AT_LATER_END);
      for (int i = 0; i < state.touchedCount; i++) {
        int common = state.common[state.touched[i]];
        if (common > 2) {
          sum.addTriples(common);
        }
      }
    }
    if (triangles != null && a >= hubs) {
      int active = load(a, state, slice);
      if (active > 1) {
        lookInto(a, active, state, slice);
      }
      for (int i = 0; i < active; i++) {
        state.position[state.active[i]] = 0;
      }
    }
    state.clear();
  }

  /** Makes the graph among the root's neighbours; returns how many have an edge in it. */
  private int load(int a, Common state, Slice<Common> slice) {
    int active = 0;
    for (long i = graph.offset(a); i < graph.offset(a + 1); i++) {
      if (triangles.get(i) > 0) {
        int x = graph.neighbor(i);
        state.active[active] = x;
        state.next[active] = graph.offset(x);
        state.position[x] = ++active;
      }
    }
    state.rows.reset(active);
    int words = state.rows.words();
    long[] bits = state.rows.bits();
    for (int i = 0; i < active; i++) {
      int x = state.active[i];
      long first = graph.offset(x);
      long end = first + graph.outDegree(x);
      for (long j = first; j < end; j++) {
        int at = state.position[graph.neighbor(j)] - 1;
        if (at >= 0) {
          bits[i * words + (at >>> 6)] |= 1L << at;
          bits[at * words + (i >>> 6)] |= 1L << i;
        }
      }
      state.work(1 + words + end - first, slice);
    }
    return active;
  }

  private void lookInto(int a, int active, Common state, Slice<Common> slice) {
    int words = state.rows.words();
    int room = TURN_WORDS / words;
    if (state.touchedCount <= room) {
      for (int i = 0; i < state.touchedCount; i++) {
        int c = state.touched[i];
        if (state.common[c] > 2) {
          state.take(c, words);
        }
      }
      turn(a, active, state, slice);
      return;
    }
    int c = 0;
    while (c < a) {
      for (; c < a && state.turnCount < room; c++) {
        if (state.common[c] > 2) {
          state.take(c, words);
        }
      }
      turn(c, active, state, slice);
    }
  }

  /** Fills the rows of the turn's vertices, all before {@code until}, and adds them up. */
  private void turn(int until, int active, Common state, Slice<Common> slice) {
    int[] common = state.common;
    int[] start = state.start;
    long[] shared = state.shared;
    int words = state.rows.words();
    for (int i = 0; i < active; i++) {
      long first = state.next[i];
      long j = first;
      int word = i >>> 6;
      long bit = 1L << i;
      for (int c; (c = graph.neighbor(j)) < until; j++) {
        if (common[c] > 2) {
          shared[start[c] + word] |= bit;
        }
      }
      state.next[i] = j;
      state.work(1 + j - first, slice);
    }
    ExactSum wedges = state.sums.at(LocalSum.WEDGES_AT_LATER_END);
    ExactSum spokes = state.sums.at(LocalSum.SPOKES_AT_LATER_END);
    for (int t = 0; t < state.turnCount; t++) {
      int at = t * words;
      long ends = 0;
      long squares = 0;
      long steps = 1L + words;
      for (int w = 0; w < words; w++) {
        for (long left = shared[at + w]; left != 0; left &= left - 1) {
          int x = (w << 6) + Long.numberOfTrailingZeros(left);
          long degree = degree(state.rows.bits(), x * words, shared, at, words);
          ends += degree;
          squares += degree * degree;
          steps += words;
        }
      }
      if (ends != 0) {
        wedges.add((squares - ends) / 2);
        spokes.add(ends * (common[state.turn[t]] - 2L));
      }
      state.work(steps, slice);
    }
    Arrays.fill(shared, 0, state.turnCount * words, 0);
    state.turnCount = 0;
  }

  private static int degree(long[] rows, int row, long[] shared, int at, int words) {
    int degree = 0;
    for (int w = 0; w < words; w++) {
      degree += Long.bitCount(rows[row + w] & shared[at + w]);
    }
    return degree;
  }
}
