package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;

/**
 * What lies between two vertices a and c: their W(a,c) common neighbours, and the edges among them.
 *
 * <p>A root a counts W(a,·) for all c after it. For the edges it looks from each neighbour x that
 * the page holds: a vertex y of both neighbourhoods, then every c after a beside x and y. So c is
 * met once for each edge xy between a and c, which gives x's degree among the common neighbours of
 * a and c; all of it happens in positions of x's row.
 */
final class PairPass extends RootPass<PairPass.Counts> {
  /** Counts of one thread. */
  static final class Counts extends PairCounts {
    /** By position in the row of x: neighbours of x among the common neighbours of root and c. */
    final int[] degrees;

    /** Steps from which on this turn has done enough to hand work over. */
    long mayHandOverAt;

    Counts(RankedGraph graph) {
      super(graph);
      degrees = new int[graph.maximumDegree()];
    }
  }

  /** The motifs counted here have three common neighbours, so both ends have this degree. */
  private static final int SMALLEST_DEGREE = 3;

  private final boolean triples;
  private final NeighborhoodPage page;

  /** Ranks from here on have too small a degree; they are the end of every row. */
  private final int ends;

  /** Where each row's part below {@link #ends} ends. */
  private final long[] rowEnds;

  /**
   * A pass.
   *
   * @param triples whether triples of common neighbours are wanted
   * @param page the vertices whose neighbourhoods are looked into; null for none
   */
  PairPass(
      RankedGraph graph,
      boolean triples,
      NeighborhoodPage page,
      RootChunks chunks,
      SumTable result,
      StopMeter meter) {
    super(graph, chunks, result);
    this.triples = triples;
    this.page = page;
    int n = graph.vertexCount();
    int last = n;
    while (last > 0 && graph.degree(last - 1) < SMALLEST_DEGREE) {
      last--;
    }
    ends = last;
    rowEnds = new long[n];
    for (int v = 0; v < n; v++) {
      meter.work(16);
      rowEnds[v] = graph.lowerBound(v, ends);
    }
  }

  @Override
  public Counts newState() {
    return new Counts(graph);
  }

  @Override
  void process(int a, Counts state, Slice<Counts> slice) {
    if (a >= ends) {
      return;
    }
    countCommon(a, state, slice);
    if (triples) {
      ExactSum sum = state.sums.at(LocalSum.TRIPLES_AT_PAIR);
      for (int i = 0; i < state.touchedCount; i++) {
        int common = state.common[state.touched[i]];
        if (common > 2) {
          sum.addTriples(common);
        }
      }
    }
    if (page != null) {
      lookInto(a, graph.offset(a), graph.offset(a + 1), state, slice);
    }
    state.clear();
  }

  private void countCommon(int a, Counts state, Slice<Counts> slice) {
    long before = state.steps();
    for (long i = graph.offset(a); i < graph.offset(a + 1); i++) {
      int x = graph.neighbor(i);
      long j = rowEnds[x] - 1;
      for (int c; (c = graph.neighbor(j)) > a; j--) {
        state.add(c);
      }
      state.work(rowEnds[x] - j, slice);
    }
    state.mayHandOverAt = 2 * state.steps() - before;
  }

  /**
   * Looks from the root's neighbours {@code from} … {@code to} - 1. One hub may have as many
   * diamonds as all other roots together: when threads are idle, half of what is left is handed
   * over. Whoever takes it counts common neighbours again, so each turn first does as much as that
   * costs.
   */
  private void lookInto(int a, long from, long to, Counts state, Slice<Counts> slice) {
    long end = to;
    for (long i = from; i < end; i++) {
      if (state.splitWanted && state.steps() >= state.mayHandOverAt && end - i > 1) {
        long middle = i + (end - i) / 2;
        long last = end;
        if (slice.offer((other, turn) -> resume(a, middle, last, other, turn))) {
          end = middle;
        }
        state.splitWanted = false;
      }
      int x = graph.neighbor(i);
      if (x >= page.first() && x < page.end()) {
        lookInto(x, a, state, slice);
      }
    }
  }

  private void resume(int a, long from, long to, Counts state, Slice<Counts> slice) {
    countCommon(a, state, slice);
    lookInto(a, from, to, state, slice);
    state.clear();
  }

  private void lookInto(int x, int a, Counts state, Slice<Counts> slice) {
    int[] degrees = state.degrees;
    long row = graph.offset(x);
    int degree = graph.degree(x);
    long arc = graph.lowerBound(x, a);
    int at = (int) (arc - row);
    long end = page.start(arc + 1);
    if (page.start(arc) == end) {
      return;
    }
    for (long i = page.start(arc); i < end; i++) {
      long beside = row + page.position(i);
      long first = page.start(beside);
      long j = page.start(beside + 1) - 1;
      // The root itself is in the list, so the walk ends there at the latest.
      for (int c; (c = page.position(j)) > at; j--) {
        degrees[c]++;
      }
      state.work(j - first, slice);
    }
    ExactSum wedges = state.sums.at(LocalSum.WEDGES_AT_PAIR);
    ExactSum spokes = state.sums.at(LocalSum.SPOKES_AT_PAIR);
    for (int c = at + 1; c < degree; c++) {
      long found = degrees[c];
      if (found != 0) {
        // An end of degree two has two common neighbours at most: nothing to add.
        if (row + c < rowEnds[x]) {
          wedges.add(found * (found - 1) / 2);
          spokes.add(found * (state.common[graph.neighbor(row + c)] - 2L));
        }
        degrees[c] = 0;
      }
    }
    state.work(degree - at, slice);
  }
}
