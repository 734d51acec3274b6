package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.job.CliqueCollector;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Searches the neighbourhood of every root for cliques that beat, or tie with, the incumbent.
 *
 * <p>A clique is found at its vertex of largest rank, so roots are independent but for the
 * incumbent they share. Ranks ascend with falling core numbers: the densest part of the graph comes
 * first, and most later roots go by their core number alone.
 */
final class RootSearch implements ChunkedWork<RootSearch.State> {
  private final CoreOrder order;
  private final MaximumCliquePolicy policy;
  private final Incumbent incumbent;
  private final long limit;
  private final int[] chunkStart;
  private final int chunks;

  /** Proven upper bound of each root's cliques; 0 once the root is done. */
  private final int[] bounds;

  private final CliqueCollector found;

  RootSearch(CoreOrder order, MaximumCliquePolicy policy, Incumbent incumbent, long limit) {
    this.order = order;
    this.policy = policy;
    this.incumbent = incumbent;
    this.limit = limit;
    this.found = new CliqueCollector(limit);
    this.bounds = new int[order.count()];
    int[] starts = new int[order.count() + 1];
    int count = 0;
    long arcs = 0;
    for (int r = 0; r < order.count(); r++) {
      int length = order.rows().length(r);
      bounds[r] = Math.min(order.cores()[r], length) + 1;
      if (r == 0
          || r - starts[count - 1] == policy.rootsPerChunk()
          || arcs + length > policy.chunkArcs()) {
        starts[count++] = r;
        arcs = 0;
      }
      arcs += length;
    }
    starts[count] = order.count();
    chunkStart = starts;
    chunks = count;
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
  final class State {
    final Neighborhood neighborhood = new Neighborhood(order, policy);
    final CliqueCollector collector = new CliqueCollector(limit);
    final CliqueSearch search = new CliqueSearch(policy, incumbent.ties() ? collector : null);
    final JoinSearch join = new JoinSearch(policy, limit);
  }

  @Override
  public long chunkCount() {
    return chunks;
  }

  @Override
  public double cost(long chunk) {
    double cost = 0;
    for (int r = chunkStart[(int) chunk]; r < chunkStart[(int) chunk + 1]; r++) {
      double length = order.rows().length(r);
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
    for (int r = chunkStart[(int) chunk]; r < chunkStart[(int) chunk + 1]; r++) {
      int target = incumbent.target();
      if (bounds[r] >= target) {
        slice.checkStopped();
        if (!searchRoot(r, target, state, slice)) {
          continue;
        }
      }
      bounds[r] = 0;
    }
  }

  /** Whether the root is done; if not, parts of it were handed over. */
  private boolean searchRoot(int root, int target, State state, Slice<State> slice) {
    Neighborhood neighborhood = state.neighborhood;
    if (!neighborhood.load(root, target)) {
      return true;
    }
    int[] prefix = {order.vertices()[root]};
    if (neighborhood.aliveCount() > 0) {
      ColorBound bound = state.search.bound();
      bound.reset(neighborhood.view());
      int colors = bound.colors(neighborhood.alive(), Integer.MAX_VALUE);
      bounds[root] = Math.min(bounds[root], colors + 1);
      if (colors + 1 < target) {
        return true;
      }
    }
    BitGraph graph = neighborhood.compact();
    OpenRoot open = new OpenRoot(root, graph, prefix, new AtomicInteger(1));
    RootTask task = new RootTask(open, slice);
    if (incumbent.ties()) {
      List<int[]> parts = JoinSearch.parts(graph);
      if (parts.size() > 1) {
        state.join.run(task, parts, state.collector);
        return true;
      }
    }
    state.search.run(task);
    return open.unfinished().decrementAndGet() == 0;
  }

  @Override
  public void merge(State state) {
    found.addAll(state.collector);
  }

  /**
   * A root under search.
   *
   * @param unfinished threads and waiting parts that are at it
   */
  private record OpenRoot(int root, BitGraph graph, int[] prefix, AtomicInteger unfinished) {}

  /** A root as one thread searches it during one turn. */
  private final class RootTask implements CliqueSearch.Task {
    private final OpenRoot open;
    private final Slice<State> slice;

    private RootTask(OpenRoot open, Slice<State> slice) {
      this.open = open;
      this.slice = slice;
    }

    @Override
    public BitGraph graph() {
      return open.graph();
    }

    @Override
    public int[] prefix() {
      return open.prefix();
    }

    @Override
    public Incumbent incumbent() {
      return incumbent;
    }

    @Override
    public void checkStopped() {
      slice.checkStopped();
    }

    @Override
    public void pause(CliqueSearch search) {
      slice.checkStopped();
      if (slice.shouldSplit()) {
        CliqueSearch.Handover handover = search.handOver();
        if (handover != null) {
          open.unfinished().incrementAndGet();
          if (!slice.offer((state, turn) -> resume(handover, state, turn))) {
            open.unfinished().decrementAndGet();
            search.takeBack(handover);
          }
        }
      }
    }

    private void resume(CliqueSearch.Handover handover, State state, Slice<State> turn) {
      state.search.resume(new RootTask(open, turn), handover);
      if (open.unfinished().decrementAndGet() == 0) {
        bounds[open.root()] = 0;
      }
    }
  }

  /**
   * Greedy cliques in the neighbourhoods of roots sampled evenly from the largest bound down to the
   * smallest that still matters: the densest part of a graph need not hold its largest clique.
   */
  static void greedy(CoreOrder order, MaximumCliquePolicy policy, Incumbent incumbent) {
    long[] roots = byBound(order);
    Neighborhood neighborhood = new Neighborhood(order, policy);
    int[] clique = new int[16];
    int count = roots.length;
    for (int i = 0; i < policy.coreSeeds(); i++) {
      while (count > 0 && Integer.MAX_VALUE - (int) (roots[count - 1] >>> 32) <= incumbent.size()) {
        count--;
      }
      int at = (int) ((long) i * count / policy.coreSeeds());
      if (at < count && neighborhood.load((int) roots[at], incumbent.size() + 1)) {
        if (clique.length < neighborhood.aliveCount() + 1) {
          clique = new int[2 * neighborhood.aliveCount() + 2];
        }
        incumbent.offer(clique, neighborhood.greedyClique(clique));
      }
    }
  }

  /** Roots by descending bound of their cliques: (2^31 - 1 - bound) · 2^32 + root. */
  private static long[] byBound(CoreOrder order) {
    long[] keys = new long[order.count()];
    for (int r = 0; r < keys.length; r++) {
      int bound = Math.min(order.cores()[r], order.rows().length(r)) + 1;
      keys[r] = (long) (Integer.MAX_VALUE - bound) << 32 | r;
    }
    Arrays.sort(keys);
    return keys;
  }
}
