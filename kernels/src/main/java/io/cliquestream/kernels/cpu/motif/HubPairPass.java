package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.LocalSum;

/**
 * The edges among the common neighbours of two hubs a and c, vertices of so large a degree that
 * {@link PairPass} leaves their pairs out: its rows of bits would be long and mostly empty.
 *
 * <p>A root a counts W(a,·) for all hubs c after it. Then it looks from each neighbour x that the
 * page holds: a vertex y of both neighbourhoods, then every hub c after a beside x and y. So c is
 * met once for each edge xy between a and c, which gives x's degree among the common neighbours of
 * a and c; all of it happens in positions of x's row. Σ over the edge-induced diamonds with two
 * hubs off the chord.
 */
final class HubPairPass extends RootPass<HubPairPass.Counts> {
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

  private final NeighborhoodPage page;

  /** The hubs are the ranks before this one. */
  private final int hubs;

  /** Where each row's part below {@link #hubs} ends. */
  private final long[] rowEnds;

  /**
   * A pass.
   *
   * @param hubs how many there are
   * @param page the vertices whose neighbourhoods are looked into
   */
  HubPairPass(
      RankedGraph graph,
      int hubs,
      NeighborhoodPage page,
      RootChunks chunks,
      SumTable result,
      StopMeter meter) {
    super(graph, chunks, result);
    this.hubs = hubs;
    this.page = page;
    rowEnds = new long[graph.vertexCount()];
    for (int v = 0; v < rowEnds.length; v++) {
      meter.work(16);
      rowEnds[v] = graph.lowerBound(v, hubs);
    }
  }

  @Override
  public Counts newState() {
    return new Counts(graph);
  }

  @Override
  void process(int a, Counts state, Slice<Counts> slice) {
    if (a < hubs) {
      countCommon(a, state, slice);
      lookInto(a, graph.offset(a), graph.offset(a + 1), state, slice);
      state.clear();
    }
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
    long arc = graph.lowerBound(x, a);
    int at = (int) (arc - row);
    int cut = (int) (rowEnds[x] - row);
    long end = page.start(arc + 1);
    if (page.start(arc) == end || at + 1 >= cut) {
      return;
    }
    for (long i = page.start(arc); i < end; i++) {
      long beside = row + page.position(i);
      long first = page.start(beside);
      long j = page.firstFrom(cut, first, page.start(beside + 1)) - 1;
      // The root itself is in the list, so the walk ends there at the latest.
      for (int c; (c = page.position(j)) > at; j--) {
        degrees[c]++;
      }
      state.work(16 + j - first, slice);
    }
    ExactSum wedges = state.sums.at(LocalSum.WEDGES_AT_LATER_END);
    ExactSum spokes = state.sums.at(LocalSum.SPOKES_AT_LATER_END);
    for (int c = at + 1; c < cut; c++) {
      long found = degrees[c];
      if (found != 0) {
        wedges.add(found * (found - 1) / 2);
        spokes.add(found * (state.common[graph.neighbor(row + c)] - 2L));
        degrees[c] = 0;
      }
    }
    state.work(cut - at, slice);
  }
}
