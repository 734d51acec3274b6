package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.part.RootRange;
import io.cliquestream.kernels.pattern.MatchingPlan;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Lists matches in the plan's own order, whatever the number of threads.
 *
 * <p>A window of root ranges is searched in parallel, each into a bounded buffer. The calling
 * thread gives the first range's matches to the sink; a range that has ended makes room for a new
 * one, a range whose buffer was full is searched on. So at most window · buffer matches wait, a
 * slow sink holds the search up, and one range with most of the matches costs no more memory than
 * any other.
 */
final class MatchListing {
  private final CpuJobRun run;
  private final RankedGraph graph;
  private final MatchingPlan plan;
  private final SortedSets operations;
  private final MatchPolicy policy;
  private final Deque<ListingRange> window = new ArrayDeque<>();
  private final RootRange roots;
  private int nextRoot;
  private long listed;

  MatchListing(
      CpuJobRun run,
      RankedGraph graph,
      MatchingPlan plan,
      SortedSets operations,
      MatchPolicy policy) {
    this.run = run;
    this.graph = graph;
    this.plan = plan;
    this.operations = operations;
    this.policy = policy;
    this.roots = run.roots(graph.vertexCount());
    this.nextRoot = roots.first();
  }

  /**
   * Lists at most {@code limit} matches; looks for one more to know whether that was all. A stop
   * leaves what was listed.
   */
  Answer.Matches list(long limit) {
    try {
      boolean complete = listAll(limit);
      return new Answer.Matches(BigInteger.valueOf(listed), complete);
    } catch (StoppedException e) {
      throw e.withPartial(new Answer.Matches(BigInteger.valueOf(listed), false));
    }
  }

  /** Whether that was all. */
  private boolean listAll(long limit) {
    int buffer = (int) Math.min(policy.listingBuffer(), limit + 1 <= 0 ? limit : limit + 1);
    while (true) {
      fillWindow();
      if (window.isEmpty()) {
        return true;
      }
      search(buffer);
      while (!window.isEmpty()) {
        ListingRange range = window.getFirst();
        while (!range.found.isEmpty()) {
          if (listed == limit) {
            return false;
          }
          run.control().checkStopped();
          run.sink().accept(range.found.removeFirst());
          listed++;
        }
        if (!range.finished) {
          break;
        }
        window.removeFirst();
      }
      run.control().partialCount(BigInteger.valueOf(listed));
    }
  }

  private void fillWindow() {
    while (window.size() < policy.listingWindow() && nextRoot < roots.end()) {
      int end = (int) Math.min(roots.end(), (long) nextRoot + policy.listingRoots());
      window.add(new ListingRange(nextRoot, end));
      nextRoot = end;
    }
  }

  private void search(int buffer) {
    List<ListingRange> open = new ArrayList<>();
    for (ListingRange range : window) {
      if (!range.finished && range.found.isEmpty()) {
        open.add(range);
      }
    }
    if (!open.isEmpty()) {
      run.scheduler()
          .run(run.control(), new ListingWork(graph, plan, operations, policy, open, buffer));
    }
  }
}
