package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.part.RootRange;
import io.cliquestream.kernels.pattern.LocalSum;
import io.cliquestream.kernels.pattern.MotifFormulas;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * 5-cycles, each at its hub (least rank) v, for several hubs at a time.
 *
 * <p>Let w(x) be the wedges v-u-x with u and x after v. A 5-cycle is an edge xy after v and a wedge
 * to each of its ends with different middles. Σ w(x)·w(y) over these edges also counts walks where
 * a wedge goes through the other end (x or y is a neighbour of v: corrected here, up to one walk
 * for each triangle at v, which {@link MotifFormulas} adds) and walks whose wedges share their
 * middle, a triangle uxy with u a neighbour of v ({@link LocalSum#CYCLE_5_SHARED}).
 *
 * <p>That sum is a product of a sparse matrix by a vector for each hub, n·m additions at worst, and
 * most of their cost is to read the edge. So hubs of neighbouring ranks, whose surroundings are
 * much the same, take each edge together: the w of a vertex lie side by side, two in a long, and an
 * addition of longs adds two hubs' numbers. w(x) is 0 unless x is after the hub, so no edge needs
 * to know to which of the hubs it belongs. Invariant: all numbers that share a long are below 2^31,
 * since a sum over a row of x is at most the number of a hub's wedges; where a hub has more, its
 * batch is added up hub by hub.
 *
 * <p>Memory for a thread: 8 bytes for two hubs and 4⅛ more, for each vertex.
 */
final class FiveCyclePass extends RootPass<FiveCyclePass.Wedges> {
  /** Longs of a vertex: eight hubs at a time. */
  private static final int WIDE = 4;

  /** Graphs of more vertices take two hubs at a time. */
  private static final int MOST_WIDE_VERTICES = 1 << 22;

  private static final int HALF = Integer.SIZE;
  private static final long LOW = 0xFFFF_FFFFL;

  /** Wedges of one thread's batch. */
  static final class Wedges extends State {
    final long[] wedges;

    /** The vertices with a wedge: a bit for each, and in no particular order. */
    final long[] met;

    final int[] touched;
    int touchedCount;

    /** Wedges of the batch's hub with most. */
    long most;

    Wedges(RankedGraph graph) {
      int n = graph.vertexCount();
      wedges = new long[n * longs(n)];
      met = new long[n / Long.SIZE + 1];
      touched = new int[n];
    }

    void meet(int x) {
      long bit = 1L << x;
      if ((met[x >>> 6] & bit) == 0) {
        met[x >>> 6] |= bit;
        touched[touchedCount++] = x;
      }
    }

    void clear(int longs) {
      for (int i = 0; i < touchedCount; i++) {
        int x = touched[i];
        Arrays.fill(wedges, x * longs, (x + 1) * longs, 0);
        met[x >>> 6] = 0;
      }
      touchedCount = 0;
      most = 0;
    }
  }

  private final RootRange roots;
  private final int longs;

  /**
   * A pass over some hubs.
   *
   * @param twoSteps walks of two steps from a vertex
   */
  FiveCyclePass(
      RankedGraph graph,
      RootRange roots,
      IntToDoubleFunction twoSteps,
      SumTable result,
      StopMeter meter) {
    super(graph, batches(graph, roots, twoSteps, meter), result);
    this.roots = roots;
    this.longs = longs(graph.vertexCount());
  }

  private static int longs(int vertices) {
    return vertices <= MOST_WIDE_VERTICES ? WIDE : 1;
  }

  /** Most bytes of a thread. */
  static long bytes(long vertices) {
    return vertices * (vertices <= MOST_WIDE_VERTICES ? WIDE : 1) * Long.BYTES
        + vertices * Integer.BYTES
        + vertices / 8
        + 64;
  }

  private static RootChunks batches(
      RankedGraph graph, RootRange roots, IntToDoubleFunction twoSteps, StopMeter meter) {
    int hubs = 2 * longs(graph.vertexCount());
    double outDegree = 1 + (double) graph.edgeCount() / Math.max(1, graph.vertexCount());
    return RootChunks.of(
        new RootRange(0, (int) (((long) roots.size() + hubs - 1) / hubs)),
        batch -> {
          int first = roots.first() + batch * hubs;
          double steps = 0;
          for (int v = first; v < Math.min((long) first + hubs, roots.end()); v++) {
            steps += twoSteps.applyAsDouble(v);
          }
          // Each edge that a hub meets once for the batch; few are left after the last hubs.
          double left = 1 - (double) first / graph.vertexCount();
          return steps + 2 * Math.min(graph.edgeCount() * left, steps * outDegree);
        },
        meter);
  }

  @Override
  public Wedges newState() {
    return new Wedges(graph);
  }

  @Override
  void process(int batch, Wedges state, Slice<Wedges> slice) {
    int first = roots.first() + batch * 2 * longs;
    int end = (int) Math.min((long) first + 2L * longs, roots.end());
    for (int v = first; v < end; v++) {
      countWedges(v, v - first, state, slice);
    }
    if (state.most > Integer.MAX_VALUE) {
      for (int v = first; v < end; v++) {
        addHub(first, v - first, state, slice);
      }
    } else if (longs == WIDE) {
      addEight(first, state, slice);
    } else {
      addTwo(first, state, slice);
    }
    for (int v = first; v < end; v++) {
      takeBackEnds(v, v - first, state, slice);
    }
    state.clear(longs);
  }

  private void countWedges(int v, int hub, Wedges state, Slice<Wedges> slice) {
    long[] wedges = state.wedges;
    int at = hub >>> 1;
    long one = (hub & 1) == 0 ? 1 : 1L << HALF;
    long all = 0;
    for (long i = graph.offset(v) + graph.outDegree(v); i < graph.offset(v + 1); i++) {
      int u = graph.neighbor(i);
      long last = graph.offset(u + 1) - 1;
      long j = last;
      for (int x; (x = graph.neighbor(j)) > v; j--) {
        wedges[x * longs + at] += one;
        state.meet(x);
      }
      all += last - j;
      state.work(1 + last - j, slice);
    }
    state.most = Math.max(state.most, all);
  }

  private long wedges(Wedges state, int x, int hub) {
    long both = state.wedges[x * longs + (hub >>> 1)];
    return (hub & 1) == 0 ? both & LOW : both >>> HALF;
  }

  /** Edges after the first hub of a batch, from their end of larger rank. */
  private void addEight(int first, Wedges state, Slice<Wedges> slice) {
    long[] wedges = state.wedges;
    long[] totals = new long[2 * WIDE];
    for (int i = 0; i < state.touchedCount; i++) {
      int x = state.touched[i];
      long start = graph.offset(x);
      long j = start + graph.outDegree(x) - 1;
      long a = 0;
      long b = 0;
      long c = 0;
      long d = 0;
      for (int y; j >= start && (y = graph.neighbor(j)) > first; j--) {
        int at = y * WIDE;
        a += wedges[at];
        b += wedges[at + 1];
        c += wedges[at + 2];
        d += wedges[at + 3];
      }
      int own = x * WIDE;
      addProducts(totals, 0, a, wedges[own]);
      addProducts(totals, 2, b, wedges[own + 1]);
      addProducts(totals, 4, c, wedges[own + 2]);
      addProducts(totals, 6, d, wedges[own + 3]);
      state.work(WIDE + 2 * (start + graph.outDegree(x) - j), slice);
    }
    addAll(totals, state);
  }

  private void addTwo(int first, Wedges state, Slice<Wedges> slice) {
    long[] wedges = state.wedges;
    long[] totals = new long[2];
    for (int i = 0; i < state.touchedCount; i++) {
      int x = state.touched[i];
      long start = graph.offset(x);
      long j = start + graph.outDegree(x) - 1;
      long sums = 0;
      for (int y; j >= start && (y = graph.neighbor(j)) > first; j--) {
        sums += wedges[y];
      }
      addProducts(totals, 0, sums, wedges[x]);
      state.work(start + graph.outDegree(x) - j, slice);
    }
    addAll(totals, state);
  }

  /** A hub's products add up to at most the square of its wedges, less than 2^62. */
  private static void addProducts(long[] totals, int at, long sums, long wedges) {
    totals[at] += (sums & LOW) * (wedges & LOW);
    totals[at + 1] += (sums >>> HALF) * (wedges >>> HALF);
  }

  private static void addAll(long[] totals, Wedges state) {
    ExactSum walks = state.sums.at(LocalSum.CYCLE_5_WALKS);
    for (long total : totals) {
      walks.add(total);
    }
  }

  /** The same for one hub, whose numbers may be large. */
  private void addHub(int first, int hub, Wedges state, Slice<Wedges> slice) {
    ExactSum walks = state.sums.at(LocalSum.CYCLE_5_WALKS);
    for (int i = 0; i < state.touchedCount; i++) {
      int x = state.touched[i];
      long own = wedges(state, x, hub);
      if (own != 0) {
        long start = graph.offset(x);
        long j = start + graph.outDegree(x) - 1;
        long sum = 0;
        for (int y; j >= start && (y = graph.neighbor(j)) > first; j--) {
          sum += wedges(state, y, hub);
        }
        walks.addProduct(sum, own);
        state.work(start + graph.outDegree(x) - j, slice);
      }
    }
  }

  /** Takes away the walks of which a wedge goes through the other end of the edge. */
  private void takeBackEnds(int v, int hub, Wedges state, Slice<Wedges> slice) {
    ExactSum walks = state.sums.at(LocalSum.CYCLE_5_WALKS);
    for (long i = graph.offset(v) + graph.outDegree(v); i < graph.offset(v + 1); i++) {
      int u = graph.neighbor(i);
      long after = graph.offset(u + 1) - graph.lowerBound(u, v + 1);
      walks.add(-after * wedges(state, u, hub));
      state.work(8, slice);
    }
  }
}
