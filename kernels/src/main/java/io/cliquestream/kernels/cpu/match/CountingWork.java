package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.MatchingPlan;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Counts matches by depth-first search along a plan, root by root. Asks the scheduler every few
 * thousand set elements; near the root it then hands half of its remaining candidates over if that
 * is wanted. Such a part is the bound vertices and a range of the next position's candidates.
 */
final class CountingWork implements ChunkedWork<CountingState> {
  private final RankedGraph graph;
  private final MatchingPlan plan;
  private final SortedSets operations;
  private final MatchPolicy policy;
  private final RootChunks chunks;
  private BigInteger total = BigInteger.ZERO;
  private long elements;

  CountingWork(
      RankedGraph graph,
      MatchingPlan plan,
      SortedSets operations,
      MatchPolicy policy,
      RootChunks chunks) {
    this.graph = graph;
    this.plan = plan;
    this.operations = operations;
    this.policy = policy;
    this.chunks = chunks;
  }

  @Override
  public long chunkCount() {
    return chunks.count();
  }

  @Override
  public double cost(long chunk) {
    return chunks.cost(chunk);
  }

  @Override
  public CountingState newState() {
    return new CountingState(graph, plan, operations);
  }

  @Override
  public void process(long chunk, CountingState state, Slice<CountingState> slice) {
    for (int root = chunks.start(chunk); root < chunks.end(chunk); root++) {
      if (state.isRoot(root)) {
        state.bind(0, root);
        extend(1, state, slice);
      }
    }
  }

  private void extend(int level, CountingState state, Slice<CountingState> slice) {
    if (state.looked >= policy.stepsBetweenChecks()) {
      state.lookedIsTold();
      slice.checkStopped();
      if (slice.shouldSplit()) {
        split(level, state, slice);
      }
    }
    if (level == plan.enumerated()) {
      state.addLeaf();
    } else {
      loop(level, 0, state.candidateCount(level), state, slice);
    }
  }

  /** Goes through candidates; {@link #split} may bring the end nearer meanwhile. */
  private void loop(int level, int from, int to, CountingState state, Slice<CountingState> slice) {
    int[] candidates = state.candidates(level);
    state.end[level] = to;
    for (int i = from; i < state.end[level]; i++) {
      state.next[level] = i + 1;
      int vertex = candidates[i];
      if (!state.used(level, vertex)) {
        state.bind(level, vertex);
        extend(level + 1, state, slice);
      }
    }
  }

  /** Hands over half of what the outermost level with candidates left has still to do. */
  private void split(int reached, CountingState state, Slice<CountingState> slice) {
    for (int level = 1; level < Math.min(reached, policy.splitLevels()); level++) {
      int left = state.end[level] - state.next[level];
      if (left > 0) {
        int middle = state.next[level] + left / 2;
        if (offer(level, middle, state.end[level], state, slice)) {
          state.end[level] = middle;
        }
        return;
      }
    }
  }

  private boolean offer(
      int level, int from, int to, CountingState state, Slice<CountingState> slice) {
    int[] bound = Arrays.copyOf(state.matched, level);
    return slice.offer(
        (other, turn) -> {
          for (int i = 0; i < bound.length; i++) {
            other.bind(i, bound[i]);
            other.next[i] = 0;
            other.end[i] = 0;
          }
          loop(level, from, to, other, turn);
        });
  }

  @Override
  public void merge(CountingState state) {
    total = total.add(state.total());
    elements += state.lookedInAll();
  }

  @Override
  public void mergeStopped(CountingState state) {
    merge(state);
  }

  /** Set elements that were looked at. */
  long elements() {
    return elements;
  }

  /** The formula's sum over all roots, not yet divided by the plan's divisor. */
  BigInteger total() {
    return total;
  }
}
