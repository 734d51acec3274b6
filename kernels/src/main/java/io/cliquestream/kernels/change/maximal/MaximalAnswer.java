package io.cliquestream.kernels.change.maximal;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.change.state.StateReader;
import io.cliquestream.kernels.change.state.StateWriter;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.change.state.StepForecast;
import io.cliquestream.kernels.job.MaximalCliques;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Numbers of maximal cliques by size, kept while edges change; see {@link MaximalStage}. One edge
 * may change exponentially many; the budget then ends the advance.
 */
public final class MaximalAnswer implements MaintainedAnswer {
  private static final int GRAIN = 16;
  private static final int PARALLEL = 64;
  private static final int MOST_SIZES = 1 << 20;

  private final MaximalCliques job;
  private SortedMap<Integer, BigInteger> bySize = new TreeMap<>();

  /** An answer to a job; see {@link #adopt}. */
  public MaximalAnswer(MaximalCliques job) {
    this.job = job;
  }

  @Override
  public void adopt(Answer answer, GraphVersion version) {
    bySize = new TreeMap<>(((Answer.Maximal) answer).bySize());
  }

  @Override
  public double predict(VersionChange change) {
    return StepForecast.sum(change, 1.3);
  }

  @Override
  public Runnable advance(VersionChange change, StepBudget budget) {
    TreeMap<Integer, BigInteger> after = new TreeMap<>(bySize);
    for (ChangedEdges edges : List.of(change.deleted(), change.inserted())) {
      edges.forParts(PARALLEL, GRAIN, (from, to) -> part(edges, from, to, budget.meter(), after));
    }
    after.values().removeIf(count -> count.signum() == 0);
    return () -> bySize = after;
  }

  private void part(
      ChangedEdges edges,
      int from,
      int to,
      StepBudget.Meter meter,
      Map<Integer, BigInteger> after) {
    MaximalStage stage = new MaximalStage(edges.stages(), meter);
    // By size; far fewer than 2^63 can be met one by one.
    TreeMap<Integer, long[]> more = new TreeMap<>();
    for (int rank = from; rank < to; rank++) {
      stage.run(
          rank,
          edges.low(rank),
          edges.high(rank),
          job.minimumSize(),
          (withEdge, size) -> {
            if (size >= job.minimumSize()) {
              more.computeIfAbsent(size, key -> new long[1])[0] +=
                  withEdge == edges.inserted() ? 1 : -1;
            }
          });
    }
    meter.tell();
    synchronized (after) {
      more.forEach(
          (size, count) -> after.merge(size, BigInteger.valueOf(count[0]), BigInteger::add));
    }
  }

  @Override
  public Answer answer(GraphVersion version) {
    BigInteger sum = bySize.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    return new Answer.Maximal(sum, new TreeMap<>(bySize));
  }

  @Override
  public void save(GraphVersion version, StateWriter out) throws IOException {
    out.number(bySize.size());
    for (var entry : bySize.entrySet()) {
      out.number(entry.getKey());
      out.big(entry.getValue());
    }
  }

  @Override
  public void restore(GraphVersion version, StateReader in) throws IOException {
    bySize = new TreeMap<>();
    for (int left = in.number(0, MOST_SIZES); left > 0; left--) {
      bySize.put(in.number(1, Integer.MAX_VALUE), in.big());
    }
  }
}
