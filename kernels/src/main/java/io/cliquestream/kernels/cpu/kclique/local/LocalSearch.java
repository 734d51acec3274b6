package io.cliquestream.kernels.cpu.kclique.local;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.kclique.search.InducedSubgraph;
import io.cliquestream.kernels.cpu.kclique.search.RootSearch;
import io.cliquestream.kernels.cpu.kclique.search.SubtreeSearch;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.Arrays;

/**
 * What both ways of counting k-cliques through each vertex, or edge, share: the vertices of the
 * present path, and the tally of a root, which is flushed into the shared totals once for each.
 *
 * <p>The root itself counts as local vertex d, one beyond its out-neighbours.
 */
abstract class LocalSearch<S extends LocalSearch<S>> extends SubtreeSearch<S>
    implements RootSearch<S> {
  /** A subtree to continue on any thread. */
  record Branch(BitMatrix matrix, int[] ranks, long[] mask, int[] held, int[] pivots) {}

  final int size;
  final Binomials binomials;
  final LocalTally tally;
  int[] held = new int[16];
  int heldCount;

  private final int[] ranks;
  private int locals;

  /**
   * A search.
   *
   * @param size k
   * @param byEdge whether totals are by the graph's oriented edges; else by rank
   */
  LocalSearch(OrientedGraph graph, int size, boolean byEdge, LocalTotals totals) {
    super(new InducedSubgraph(graph));
    this.size = size;
    int mostLocals = graph.maximumOutDegree() + 1;
    this.binomials = new Binomials(mostLocals);
    this.ranks = new int[mostLocals];
    this.tally =
        byEdge
            ? new EdgeTally(graph, totals, this::took)
            : new VertexTally(totals, mostLocals, this::took);
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
    tally.begin(ranks, locals);
    search(0);
    tally.flush();
  }

  /** Counts below the present path, with the candidates in the mask of the search's level. */
  abstract void search(int depth);

  /** Continues a branch that another thread handed over. */
  final void resume(Branch branch, Slice<S> slice) {
    begin(slice);
    useCopy(branch.matrix);
    locals = branch.ranks.length;
    System.arraycopy(branch.ranks, 0, ranks, 0, locals);
    tally.begin(ranks, locals);
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
}
