package io.cliquestream.kernels.change.core;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.state.EdgeOrder;
import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.change.state.StateReader;
import io.cliquestream.kernels.change.state.StateWriter;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.change.state.StepForecast;
import io.cliquestream.kernels.job.CoreDecomposition;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Core numbers kept while edges change; see {@link CoreMaintenance}. Four bytes for each slot, and
 * how many vertices have each core number. A vertex has an edge, so its core number is 1 or more,
 * and the slot of none has 0.
 */
public final class CoreAnswer implements MaintainedAnswer {
  private final CoreDecomposition job;
  private int[] bySlot = new int[0];
  private SortedMap<Integer, Integer> vertices = new TreeMap<>();

  /** An answer to a job; see {@link #adopt}. */
  public CoreAnswer(CoreDecomposition job) {
    this.job = job;
  }

  /** The job whose answer {@link #adopt} takes: core numbers follow those of single vertices. */
  public static CoreDecomposition complete(CoreDecomposition job) {
    return job.perVertex() ? job : new CoreDecomposition(true);
  }

  @Override
  public void adopt(Answer answer, GraphVersion version) {
    CountArray cores = ((Answer.CoreNumbers) answer).perVertex().orElseThrow();
    EdgeOrder order = EdgeOrder.of(version.rows());
    int[] adopted = new int[version.slotCount()];
    for (int v = 0; v < order.vertexCount(); v++) {
      adopted[order.slot(v)] = cores.get(v).intValueExact();
    }
    replace(adopted);
  }

  private void replace(int[] cores) {
    bySlot = cores;
    vertices = new TreeMap<>();
    for (int core : cores) {
      count(core, 1);
    }
  }

  private void count(int core, int more) {
    if (core > 0) {
      vertices.merge(core, more, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b));
    }
  }

  @Override
  public double predict(VersionChange change) {
    return StepForecast.sum(change, 1);
  }

  @Override
  public Runnable advance(VersionChange change, StepBudget budget) {
    Map<Integer, Integer> different = new CoreMaintenance(bySlot, change, budget).run();
    int slots = change.after().slots();
    int[] cores = bySlot.length < slots ? Arrays.copyOf(bySlot, slots + bySlot.length / 4) : bySlot;
    return () -> {
      bySlot = cores;
      different.forEach(
          (slot, core) -> {
            count(cores[slot], -1);
            count(core, 1);
            cores[slot] = core;
          });
    };
  }

  @Override
  public Answer answer(GraphVersion version) {
    SortedMap<Integer, BigInteger> byCore = new TreeMap<>();
    vertices.forEach((core, count) -> byCore.put(core, BigInteger.valueOf(count)));
    return new Answer.CoreNumbers(
        byCore, job.perVertex() ? Optional.of(byVertex(version)) : Optional.empty());
  }

  private CountArray byVertex(GraphVersion version) {
    EdgeOrder order = EdgeOrder.of(version.rows());
    CountArray cores = new CountArray(order.vertexCount());
    for (int v = 0; v < order.vertexCount(); v++) {
      cores.set(v, bySlot[order.slot(v)]);
    }
    return cores;
  }

  @Override
  public void save(GraphVersion version, StateWriter out) throws IOException {
    EdgeOrder order = EdgeOrder.of(version.rows());
    for (int v = 0; v < order.vertexCount(); v++) {
      out.number(bySlot[order.slot(v)]);
    }
  }

  @Override
  public void restore(GraphVersion version, StateReader in) throws IOException {
    EdgeOrder order = EdgeOrder.of(version.rows());
    int[] restored = new int[version.slotCount()];
    for (int v = 0; v < order.vertexCount(); v++) {
      restored[order.slot(v)] = in.number(1, Integer.MAX_VALUE);
    }
    replace(restored);
  }
}
