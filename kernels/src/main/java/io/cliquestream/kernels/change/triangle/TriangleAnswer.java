package io.cliquestream.kernels.change.triangle;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.assembly.ClusteringCoefficients;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.clique.CliqueDelta;
import io.cliquestream.kernels.change.device.ChangeCounts;
import io.cliquestream.kernels.change.device.ChangeQuestion;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.state.CountTable;
import io.cliquestream.kernels.change.state.EdgeOrder;
import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.change.state.StateReader;
import io.cliquestream.kernels.change.state.StateWriter;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.change.state.StepForecast;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.job.TriangleCount;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/**
 * The number of triangles, and if asked those of each vertex and edge and the clustering that
 * follows from them, kept while edges change. Eight bytes for each slot, and up to 64 for each edge
 * that has a triangle.
 */
public final class TriangleAnswer implements MaintainedAnswer {
  private final TriangleCount job;
  private final boolean perVertex;
  private long total;
  private long[] byVertex = new long[0];
  private CountTable byEdge = new CountTable();

  /** An answer to a job; see {@link #adopt}. */
  public TriangleAnswer(TriangleCount job) {
    this.job = job;
    this.perVertex = job.perVertex() || job.clustering();
  }

  /** The job that an engine is to run so that everything needed is in its answer. */
  public static TriangleCount complete(TriangleCount job) {
    return job.clustering() && !job.perVertex()
        ? new TriangleCount(true, job.perEdge(), true, job.ordering(), job.method(), job.tuning())
        : job;
  }

  @Override
  public void adopt(Answer answer, GraphVersion version) {
    Answer.Triangles known = (Answer.Triangles) answer;
    total = known.triangles().longValueExact();
    RowView rows = version.rows();
    EdgeOrder order = perVertex || job.perEdge() ? EdgeOrder.of(rows) : null;
    if (perVertex) {
      CountArray counts = known.perVertex().orElseThrow();
      long[] bySlot = new long[rows.slots()];
      for (int v = 0; v < order.vertexCount(); v++) {
        bySlot[order.slot(v)] = counts.get(v).longValueExact();
      }
      byVertex = bySlot;
    }
    if (job.perEdge()) {
      CountArray counts = known.perEdge().orElseThrow();
      CountTable table = new CountTable();
      order.forEach(
          (index, first, second) ->
              table.add(CountTable.edge(first, second), counts.get(index).longValueExact()));
      byEdge = table;
    }
  }

  @Override
  public double predict(VersionChange change) {
    return StepForecast.commonNeighbors(change);
  }

  @Override
  public Runnable advance(VersionChange change, StepBudget budget) {
    if (!perVertex && !job.perEdge()) {
      long now = Math.addExact(total, TriangleDelta.of(change, budget));
      return () -> total = now;
    }
    CliqueDelta delta = new CliqueDelta(change, budget, 3, 3, perVertex, job.perEdge());
    delta.run();
    long after = Math.addExact(total, delta.more(3).longValueExact());
    return () -> {
      total = after;
      if (perVertex) {
        if (byVertex.length < change.after().slots()) {
          byVertex = Arrays.copyOf(byVertex, change.after().slots() + byVertex.length / 4);
        }
        delta.byVertex().forEach((slot, more) -> byVertex[(int) slot] += more);
      }
      byEdge.addAll(delta.byEdge());
    };
  }

  /** The total alone: arrays of every vertex or edge are the host's. */
  @Override
  public Optional<ChangeQuestion> question() {
    return perVertex || job.perEdge()
        ? Optional.empty()
        : Optional.of(new ChangeQuestion.Triangles());
  }

  @Override
  public void advanced(ChangeCounts counts) {
    total = Math.addExact(total, counts.more());
  }

  @Override
  public Answer answer(GraphVersion version) {
    BigInteger triangles = BigInteger.valueOf(total);
    if (!perVertex && !job.perEdge()) {
      return new Answer.Triangles(triangles, Optional.empty(), Optional.empty(), Optional.empty());
    }
    RowView rows = version.rows();
    EdgeOrder order = EdgeOrder.of(rows);
    CountArray vertices = perVertex ? new CountArray(order.vertexCount()) : null;
    for (int v = 0; perVertex && v < order.vertexCount(); v++) {
      vertices.set(v, ofSlot(order.slot(v)));
    }
    CountArray edges = job.perEdge() ? new CountArray(version.edgeCount()) : null;
    if (job.perEdge()) {
      order.forEach(
          (index, first, second) -> edges.set(index, byEdge.get(CountTable.edge(first, second))));
    }
    return new Answer.Triangles(
        triangles,
        job.perVertex() ? Optional.of(vertices) : Optional.empty(),
        Optional.ofNullable(edges),
        job.clustering()
            ? Optional.of(
                ClusteringCoefficients.of(
                    order.vertexCount(),
                    v -> rows.degree(order.slot((int) v)),
                    vertices,
                    triangles,
                    new StopMeter(StopCheck.NEVER)))
            : Optional.empty());
  }

  private long ofSlot(int slot) {
    return slot < byVertex.length ? byVertex[slot] : 0;
  }

  @Override
  public void save(GraphVersion version, StateWriter out) throws IOException {
    out.number(total);
    if (!perVertex && !job.perEdge()) {
      return;
    }
    EdgeOrder order = EdgeOrder.of(version.rows());
    for (int v = 0; perVertex && v < order.vertexCount(); v++) {
      out.number(ofSlot(order.slot(v)));
    }
    if (job.perEdge()) {
      order.forEachChecked(
          (index, first, second) -> out.number(byEdge.get(CountTable.edge(first, second))));
    }
  }

  @Override
  public void restore(GraphVersion version, StateReader in) throws IOException {
    total = in.number();
    if (!perVertex && !job.perEdge()) {
      return;
    }
    RowView rows = version.rows();
    EdgeOrder order = EdgeOrder.of(rows);
    byVertex = new long[perVertex ? rows.slots() : 0];
    for (int v = 0; perVertex && v < order.vertexCount(); v++) {
      byVertex[order.slot(v)] = in.number();
    }
    CountTable table = new CountTable();
    if (job.perEdge()) {
      order.forEachChecked(
          (index, first, second) -> table.add(CountTable.edge(first, second), in.number()));
    }
    byEdge = table;
  }
}
