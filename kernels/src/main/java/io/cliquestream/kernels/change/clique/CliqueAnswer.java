package io.cliquestream.kernels.change.clique;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.device.ChangeCounts;
import io.cliquestream.kernels.change.device.ChangeQuestion;
import io.cliquestream.kernels.change.state.CountTable;
import io.cliquestream.kernels.change.state.EdgeOrder;
import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.change.state.StateReader;
import io.cliquestream.kernels.change.state.StateWriter;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.change.state.StepForecast;
import io.cliquestream.kernels.job.KCliqueCount;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Numbers of k-cliques, for one k, a range, or every k, and for one k those of each vertex and
 * edge, kept while edges change. Up to 64 bytes for each vertex or edge that has a clique.
 */
public final class CliqueAnswer implements MaintainedAnswer {
  /** Sizes 1 and 2 are the vertices and the edges. */
  private static final int FIRST_SEARCHED = 3;

  private static final int MOST_SIZES = 1 << 20;

  private final KCliqueCount job;
  private SortedMap<Integer, BigInteger> counts = new TreeMap<>();
  private CountTable byVertex = new CountTable();
  private CountTable byEdge = new CountTable();

  /** An answer to a job; see {@link #adopt}. */
  public CliqueAnswer(KCliqueCount job) {
    this.job = job;
  }

  private boolean searched() {
    return job.largest() >= FIRST_SEARCHED;
  }

  private boolean perVertex() {
    return job.perVertex() && searched();
  }

  private boolean perEdge() {
    return job.perEdge() && searched();
  }

  @Override
  public void adopt(Answer answer, GraphVersion version) {
    Answer.KCliques known = (Answer.KCliques) answer;
    counts = new TreeMap<>(known.counts().tailMap(FIRST_SEARCHED));
    counts.values().removeIf(count -> count.signum() == 0);
    if (!perVertex() && !perEdge()) {
      return;
    }
    EdgeOrder order = EdgeOrder.of(version.rows());
    CountTable vertices = new CountTable();
    known
        .perVertex()
        .ifPresent(
            array -> {
              for (int v = 0; v < order.vertexCount(); v++) {
                add(vertices, order.slot(v), array.get(v));
              }
            });
    CountTable edges = new CountTable();
    known
        .perEdge()
        .ifPresent(
            array ->
                order.forEach(
                    (index, first, second) ->
                        add(edges, CountTable.edge(first, second), array.get(index))));
    byVertex = vertices;
    byEdge = edges;
  }

  private static void add(CountTable table, long key, BigInteger count) {
    if (count.signum() != 0) {
      table.add(key, count.longValueExact());
    }
  }

  @Override
  public double predict(VersionChange change) {
    if (!searched()) {
      return 1;
    }
    int levels = Math.min(job.largest(), 5) - 2;
    return StepForecast.sum(change, levels == 1 ? 1 : 1 + 0.3 * (levels - 1));
  }

  @Override
  public Runnable advance(VersionChange change, StepBudget budget) {
    CliqueDelta delta =
        new CliqueDelta(
            change,
            budget,
            Math.max(FIRST_SEARCHED, job.smallest()),
            job.largest(),
            perVertex(),
            perEdge());
    if (searched()) {
      delta.run();
    }
    SortedMap<Integer, BigInteger> after = new TreeMap<>(counts);
    int top = Math.min(job.largest(), delta.largestChanged());
    for (int size = Math.max(FIRST_SEARCHED, job.smallest()); size <= top; size++) {
      after.merge(size, delta.more(size), BigInteger::add);
    }
    after.values().removeIf(count -> count.signum() == 0);
    delta.byVertex().forEach((key, more) -> Math.addExact(byVertex.get(key), more));
    delta.byEdge().forEach((key, more) -> Math.addExact(byEdge.get(key), more));
    return () -> {
      counts = after;
      byVertex.addAll(delta.byVertex());
      byEdge.addAll(delta.byEdge());
    };
  }

  /** For one size alone, without arrays. */
  @Override
  public Optional<ChangeQuestion> question() {
    int k = job.smallest();
    if (k != job.largest() || job.local()) {
      return Optional.empty();
    }
    if (k == FIRST_SEARCHED) {
      return Optional.of(new ChangeQuestion.Triangles());
    }
    return k >= ChangeQuestion.Cliques.SMALLEST && k <= ChangeQuestion.Cliques.LARGEST
        ? Optional.of(new ChangeQuestion.Cliques(k))
        : Optional.empty();
  }

  @Override
  public void advanced(ChangeCounts changed) {
    SortedMap<Integer, BigInteger> after = new TreeMap<>(counts);
    after.merge(job.smallest(), BigInteger.valueOf(changed.more()), BigInteger::add);
    after.values().removeIf(count -> count.signum() == 0);
    counts = after;
  }

  private BigInteger count(int size, GraphVersion version) {
    return switch (size) {
      case 1 -> BigInteger.valueOf(version.vertexTotal());
      case 2 -> BigInteger.valueOf(version.edgeCount());
      default -> counts.getOrDefault(size, BigInteger.ZERO);
    };
  }

  @Override
  public Answer answer(GraphVersion version) {
    int searchedTop = counts.isEmpty() ? 0 : counts.lastKey();
    int occurring = Math.max(searchedTop, version.edgeCount() > 0 ? 2 : 0);
    int top = job.largest() == KCliqueCount.ALL ? occurring : job.largest();
    SortedMap<Integer, BigInteger> answer = new TreeMap<>();
    for (int size = job.smallest(); size <= top; size++) {
      answer.put(size, count(size, version));
    }
    if (!job.local()) {
      return new Answer.KCliques(answer);
    }
    EdgeOrder order = EdgeOrder.of(version.rows());
    CountArray vertices = job.perVertex() ? new CountArray(order.vertexCount()) : null;
    for (int v = 0; job.perVertex() && v < order.vertexCount(); v++) {
      int slot = order.slot(v);
      vertices.set(
          v,
          switch (job.smallest()) {
            case 1 -> 1;
            case 2 -> version.degree(slot);
            default -> byVertex.get(slot);
          });
    }
    CountArray edges = job.perEdge() ? new CountArray(version.edgeCount()) : null;
    if (job.perEdge() && job.smallest() > 1) {
      order.forEach(
          (index, first, second) ->
              edges.set(
                  index, job.smallest() == 2 ? 1 : byEdge.get(CountTable.edge(first, second))));
    }
    return new Answer.KCliques(answer, Optional.ofNullable(vertices), Optional.ofNullable(edges));
  }

  @Override
  public void save(GraphVersion version, StateWriter out) throws IOException {
    out.number(counts.size());
    for (var entry : counts.entrySet()) {
      out.number(entry.getKey());
      out.big(entry.getValue());
    }
    if (perVertex() || perEdge()) {
      EdgeOrder order = EdgeOrder.of(version.rows());
      for (int v = 0; perVertex() && v < order.vertexCount(); v++) {
        out.number(byVertex.get(order.slot(v)));
      }
      if (perEdge()) {
        order.forEachChecked(
            (index, first, second) -> out.number(byEdge.get(CountTable.edge(first, second))));
      }
    }
  }

  @Override
  public void restore(GraphVersion version, StateReader in) throws IOException {
    counts = new TreeMap<>();
    for (int left = in.number(0, MOST_SIZES); left > 0; left--) {
      counts.put(in.number(1, Integer.MAX_VALUE), in.big());
    }
    byVertex = new CountTable();
    byEdge = new CountTable();
    if (perVertex() || perEdge()) {
      EdgeOrder order = EdgeOrder.of(version.rows());
      for (int v = 0; perVertex() && v < order.vertexCount(); v++) {
        byVertex.add(order.slot(v), in.number());
      }
      if (perEdge()) {
        order.forEachChecked(
            (index, first, second) -> byEdge.add(CountTable.edge(first, second), in.number()));
      }
    }
  }
}
