package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.pattern.MatchingPlan;
import java.util.List;

/**
 * Searches some root ranges until each has ended or filled its buffer. A range that was full goes
 * on right after its last match: the search walks down to it again and takes the next candidates.
 *
 * @param buffer matches that a range may hold before it ends its turn
 */
record ListingWork(
    RankedGraph graph,
    MatchingPlan plan,
    SortedSets operations,
    MatchPolicy policy,
    List<ListingRange> ranges,
    int buffer)
    implements ChunkedWork<PlanState> {
  @Override
  public long chunkCount() {
    return ranges.size();
  }

  @Override
  public double cost(long chunk) {
    ListingRange range = ranges.get((int) chunk);
    // Counted when the range is searched to its end.
    return range.finished ? range.endRoot - range.firstRoot : 0;
  }

  @Override
  public PlanState newState() {
    return new PlanState(graph, plan, operations);
  }

  @Override
  public void process(long chunk, PlanState state, Slice<PlanState> slice) {
    ListingRange range = ranges.get((int) chunk);
    int[] resume = range.last;
    int root = resume == null ? range.firstRoot : resume[0];
    for (; root < range.endRoot; root++) {
      if (!state.isRoot(root)) {
        continue;
      }
      state.bind(0, root);
      if (!extend(1, resume, range, state, slice)) {
        return;
      }
      resume = null;
    }
    range.finished = true;
  }

  /**
   * Extends the bound vertices in all ways, or, with {@code resume}, in those that come after it.
   *
   * @return false when the buffer is full
   */
  private boolean extend(
      int level, int[] resume, ListingRange range, PlanState state, Slice<PlanState> slice) {
    if (level == plan.enumerated()) {
      return resume != null || add(range, state);
    }
    int[] candidates = state.candidates(level);
    int end = state.candidateCount(level);
    int i = resume == null ? 0 : SortedSets.lowerBound(candidates, end, resume[level]);
    int[] rest = resume;
    for (; i < end; i++) {
      if (state.looked >= policy.stepsBetweenChecks()) {
        state.looked = 0;
        slice.checkStopped();
      }
      int vertex = candidates[i];
      if (!state.used(level, vertex)) {
        state.bind(level, vertex);
        if (!extend(level + 1, rest, range, state, slice)) {
          return false;
        }
      }
      rest = null;
    }
    return true;
  }

  private boolean add(ListingRange range, PlanState state) {
    if (range.found.size() == buffer) {
      return false;
    }
    int[] match = new int[state.matched.length];
    for (int position = 0; position < match.length; position++) {
      match[plan.order().get(position)] = graph.vertex(state.matched[position]);
    }
    range.found.add(match);
    if (range.found.size() == buffer) {
      range.last = state.matched.clone();
      return false;
    }
    return true;
  }

  @Override
  public void merge(PlanState state) {}
}
