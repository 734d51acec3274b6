package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import io.cliquestream.kernels.cpu.maxclique.dense.ColorBound;
import io.cliquestream.kernels.cpu.maxclique.dense.CoverChoice;
import io.cliquestream.kernels.cpu.maxclique.dense.DenseSearch;
import io.cliquestream.kernels.cpu.maxclique.dense.Incumbent;
import io.cliquestream.kernels.cpu.maxclique.dense.JoinSearch;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.cpu.maxclique.dense.SharedTask;
import io.cliquestream.kernels.cpu.maxclique.reduction.CoreOrder;
import io.cliquestream.kernels.cpu.maxclique.reduction.OutNeighborhood;
import io.cliquestream.kernels.cpu.maxclique.reduction.RootBounds;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.part.RootRange;
import java.util.Arrays;
import java.util.List;

/**
 * Searches the neighbourhood of every root for cliques that beat, or tie with, the incumbent.
 *
 * <p>A clique is found at its vertex of largest rank, so roots are independent but for the
 * incumbent they share. Most go by their bound alone ({@link RootBounds}). The others follow by
 * rank, so that in a dense graph the small neighbourhoods come first: they cost little and may
 * raise the incumbent before the large ones.
 */
public final class MaximumCliqueRoots implements ChunkedWork<MaximumCliqueRoots.State> {
  private final CoreOrder order;
  private final MaximumCliquePolicy policy;
  private final Incumbent incumbent;
  private final CoverChoice cover;
  private final long limit;

  /** Roots to search, in this order. */
  private final int[] roots;

  private final int[] chunkStart;
  private final int chunks;

  /** Proven upper bound of each root's cliques; 0 once the root is done. */
  private final int[] bounds;

  private final CliqueCollector found;

  MaximumCliqueRoots(
      CoreOrder order,
      RootBounds rootBounds,
      MaximumCliquePolicy policy,
      Incumbent incumbent,
      CoverChoice cover,
      long limit,
      RootRange range) {
    this.cover = cover;
    this.order = order;
    this.policy = policy;
    this.incumbent = incumbent;
    this.limit = limit;
    this.found = new CliqueCollector(limit);
    this.roots =
        Arrays.stream(rootBounds.roots(incumbent.target()))
            .filter(range::contains)
            .sorted()
            .toArray();
    this.bounds = new int[order.count()];
    int[] starts = new int[roots.length + 1];
    int count = 0;
    long arcs = 0;
    for (int i = 0; i < roots.length; i++) {
      int root = roots[i];
      int length = order.rows().length(root);
      bounds[root] = rootBounds.bounds()[root];
      if (i == 0
          || i - starts[count - 1] == policy.rootsPerChunk()
          || arcs + length > policy.chunkArcs()) {
        starts[count++] = i;
        arcs = 0;
      }
      arcs += length;
    }
    starts[count] = roots.length;
    chunkStart = starts;
    chunks = count;
  }

  /** Number of roots that the bounds leave. */
  int rootCount() {
    return roots.length;
  }

  /** Number of roots that may still lead to a clique of use. */
  long left() {
    int target = incumbent.target();
    long left = 0;
    for (int root : roots) {
      left += bounds[root] >= target ? 1 : 0;
    }
    return left;
  }

  /** What all threads found together, when ties are wanted. */
  CliqueCollector found() {
    return found;
  }

  /** No clique is larger than this or than the incumbent. */
  int upperBound() {
    int bound = 0;
    for (int b : bounds) {
      bound = Math.max(bound, b);
    }
    return bound;
  }

  /** One thread's memory. */
  final class State implements SharedTask.Searcher {
    final OutNeighborhood neighborhood = new OutNeighborhood(order, policy);
    final CliqueCollector collector = new CliqueCollector(limit);
    final DenseSearch search = new DenseSearch(policy, incumbent.ties() ? collector::add : null);
    final JoinSearch join = new JoinSearch(policy, limit);

    @Override
    public DenseSearch search() {
      return search;
    }
  }

  @Override
  public long chunkCount() {
    return chunks;
  }

  @Override
  public double cost(long chunk) {
    double cost = 0;
    for (int i = chunkStart[(int) chunk]; i < chunkStart[(int) chunk + 1]; i++) {
      double length = order.rows().length(roots[i]);
      cost += 1 + length * length;
    }
    return cost;
  }

  @Override
  public State newState() {
    return new State();
  }

  @Override
  public void process(long chunk, State state, Slice<State> slice) {
    for (int i = chunkStart[(int) chunk]; i < chunkStart[(int) chunk + 1]; i++) {
      int r = roots[i];
      int target = incumbent.target();
      if (bounds[r] >= target) {
        slice.checkStopped();
        searchRoot(r, target, state, slice);
      } else {
        bounds[r] = 0;
      }
    }
  }

  private void searchRoot(int root, int target, State state, Slice<State> slice) {
    OutNeighborhood neighborhood = state.neighborhood;
    if (!neighborhood.load(root, target)) {
      bounds[root] = 0;
      return;
    }
    int[] prefix = {order.vertices()[root]};
    if (neighborhood.aliveCount() > 0) {
      ColorBound bound = state.search.bound();
      bound.reset(neighborhood.view());
      int colors = bound.colors(neighborhood.alive(), Integer.MAX_VALUE);
      bounds[root] = Math.min(bounds[root], colors + 1);
      if (colors + 1 < target) {
        bounds[root] = 0;
        return;
      }
    }
    BitGraph graph = neighborhood.compact();
    if (!incumbent.ties() && cover.isFound(graph, prefix, incumbent, slice)) {
      bounds[root] = 0;
      return;
    }
    var task =
        new SharedTask<>(
            new SharedTask.Subproblem(graph, prefix, incumbent, () -> bounds[root] = 0), slice);
    if (incumbent.ties()) {
      List<int[]> parts = JoinSearch.parts(graph);
      if (parts.size() > 1) {
        state.join.run(task, parts, state.collector);
        bounds[root] = 0;
        return;
      }
    }
    task.run(state);
  }

  @Override
  public void merge(State state) {
    found.addAll(state.collector);
  }

  /**
   * Greedy cliques in the neighbourhoods of roots, sampled from all that may beat the incumbent but
   * the more often the larger their bound.
   */
  static void greedy(
      CoreOrder order,
      RootBounds bounds,
      MaximumCliquePolicy policy,
      Incumbent incumbent,
      JobControl control) {
    OutNeighborhood neighborhood = new OutNeighborhood(order, policy);
    int[] clique = new int[16];
    int[] roots = bounds.roots(incumbent.size() + 1);
    int seeds = policy.coreSeeds();
    int previous = -1;
    for (int i = 0; i < seeds; i++) {
      control.checkStopped();
      int count = bounds.candidates(incumbent.size() + 1);
      int at = Math.max(previous + 1, (int) ((double) i * i * count / seeds / seeds));
      if (at >= count) {
        return;
      }
      previous = at;
      if (neighborhood.load(roots[at], incumbent.size() + 1)) {
        if (clique.length < neighborhood.aliveCount() + 1) {
          clique = new int[2 * neighborhood.aliveCount() + 2];
        }
        incumbent.offer(clique, neighborhood.greedyClique(clique, control));
      }
    }
  }
}
