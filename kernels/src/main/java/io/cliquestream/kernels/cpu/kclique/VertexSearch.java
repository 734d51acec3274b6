package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * What both ways of counting k-cliques through each vertex share: counters by local vertex that are
 * flushed into the shared totals once for each root, and the vertices of the present path.
 *
 * <p>The root itself counts as local vertex d, one beyond its out-neighbours.
 */
abstract class VertexSearch<S extends VertexSearch<S>> extends SubtreeSearch<S>
    implements RootSearch<S> {
  private static final long FLUSH = 1L << 60;

  /** A subtree to continue on any thread. */
  record Branch(BitMatrix matrix, int[] ranks, long[] mask, int[] held, int[] pivots) {}

  final int size;
  final Binomials binomials;
  int[] held = new int[16];
  int heldCount;

  private final VertexTotals totals;
  private final long[] counts;
  private final int[] ranks;
  private int locals;

  VertexSearch(OrientedGraph graph, int size, VertexTotals totals) {
    super(new InducedSubgraph(graph));
    this.size = size;
    this.totals = totals;
    this.binomials = new Binomials(graph.maximumOutDegree() + 1);
    this.counts = new long[graph.maximumOutDegree() + 1];
    this.ranks = new int[graph.maximumOutDegree() + 1];
  }

  @Override
  public final long steps() {
    return steps;
  }

  @Override
  public final void merge(S other) {
    steps += other.steps;
  }

  @Override
  public final void root(int root) {
    if (!open(root, size)) {
      return;
    }
    int degree = matrix().size();
    for (int local = 0; local < degree; local++) {
      ranks[local] = subgraph.rank(local);
    }
    ranks[degree] = root;
    locals = degree + 1;
    held[0] = degree;
    heldCount = 1;
    search(0);
    flush();
  }

  /** Counts below the present path, with the candidates in the mask of the search's level. */
  abstract void search(int depth);

  /** Continues a branch that another thread handed over. */
  final void resume(Branch branch, Slice<S> slice) {
    begin(slice);
    useCopy(branch.matrix);
    locals = branch.ranks.length;
    System.arraycopy(branch.ranks, 0, ranks, 0, locals);
    heldCount = 0;
    for (int vertex : branch.held) {
      hold(vertex);
    }
    System.arraycopy(branch.mask, 0, level(0), 0, branch.mask.length);
  }

  /** A copy of the present path and a set of candidates, to be handed over. */
  final Branch branch(long[] mask, int[] pivots) {
    return new Branch(
        matrixCopy(),
        Arrays.copyOf(ranks, locals),
        Arrays.copyOf(mask, matrix().words()),
        Arrays.copyOf(held, heldCount),
        pivots);
  }

  final void hold(int local) {
    if (heldCount == held.length) {
      held = Arrays.copyOf(held, 2 * heldCount);
    }
    held[heldCount++] = local;
  }

  /** Adds 0 ≤ count &lt; 2^61 cliques through a local vertex. */
  final void add(int local, long count) {
    long sum = counts[local] + count;
    if (sum >= FLUSH) {
      totals.add(ranks[local], BigInteger.valueOf(sum));
      sum = 0;
    }
    counts[local] = sum;
  }

  final void add(int local, BigInteger count) {
    totals.add(ranks[local], count);
  }

  final void flush() {
    for (int local = 0; local < locals; local++) {
      if (counts[local] != 0) {
        totals.add(ranks[local], counts[local]);
        counts[local] = 0;
      }
    }
  }
}
