package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.assembly.CliquesBySize;
import io.cliquestream.kernels.assembly.LocalCliqueAnswer;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.kclique.plan.KCliqueForecast;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.PlannedJob;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.math.BigInteger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Counts k-cliques on a device, for one k, a range or every k, and through each vertex or edge for
 * one k (Almasri et al., ICS 2022; see {@code src/main/cuda/cliques}). What the graph is oriented
 * by is the job's choice or that of {@link CliqueOrders}; orientations stay with it on the device.
 *
 * <p>Totals: what the job leaves open is sampled on the device ({@link DeviceCliquePlanner}).
 * Memory beside the graph is known once its roots are sorted, stands in the plan, and is set aside
 * before anything is counted. Answers are exact, however large. A stop leaves lower bounds of the
 * sizes that were under way.
 */
public final class CudaKCliqueCount extends PlannedJob<Answer.KCliques> {
  private final CudaLibrary library;
  private final long budgetBytes;
  private final PreparedGraph prepared;
  private final KCliqueCount job;

  /** What this job turned out to need, other jobs on the graph left aside. */
  private volatile long neededBytes;

  /**
   * A count.
   *
   * @param budgetBytes the device's memory budget
   * @throws ComputeException OPTION_INVALID when a bounded range spans more than 2^20 sizes
   */
  public CudaKCliqueCount(
      CudaLibrary library, long budgetBytes, PreparedGraph prepared, KCliqueCount job) {
    if (job.largest() != KCliqueCount.ALL
        && job.largest() - job.smallest() >= DeviceCliquePolicy.MOST_SIZES) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID,
          "a range of k may span at most " + DeviceCliquePolicy.MOST_SIZES + " sizes");
    }
    this.library = library;
    this.budgetBytes = budgetBytes;
    this.prepared = prepared;
    this.job = job;
  }

  private boolean isCounted() {
    // Pairs may all be loops, which shows in the prepared graph.
    return job.largest() > 2 && (prepared.raw().isPresent() || prepared.edgeTotal() > 0);
  }

  @Override
  public long bytes(GraphKnowledge known) {
    if (!isCounted()) {
      return 2 * DeviceGraphMemory.SMALL;
    }
    long first =
        Math.min(
            known.bytesOf(CudaKCliqueCount.class).orElse(DeviceCliquePolicy.GUESSED_BYTES),
            budgetBytes / DeviceCliquePolicy.GUESSED_SHARE);
    return CliqueOrders.bytes(job, known)
        + (neededBytes > 0 ? neededBytes : first)
        + 2 * DeviceGraphMemory.SMALL;
  }

  @Override
  public Answer.KCliques run(Lane lane, GraphUse use) {
    begin(use);
    job.tuning().values().forEach((choice, value) -> plan("forced-" + choice.text(), value));
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    if (!isCounted() || use.graph().statistics().edges() == 0) {
      plan("method", "sizes");
      return job.local() ? withoutSearch(lane) : answer(counts);
    }
    return search(lane, use, counts);
  }

  /** By the order that the job forces, or the best that is there, or one that is worth making. */
  private Answer.KCliques search(Lane lane, GraphUse use, SortedMap<Integer, BigInteger> counts) {
    CliqueOrders orders = new CliqueOrders(lane, library, use, job, this::plan);
    Optional<CliqueOrder> order = Optional.of(orders.first());
    long ordered = 0;
    while (order.isPresent()) {
      Optional<CliqueOrder> next = orders.after(order.get());
      DeviceGraph oriented = orders.graph(order.get());
      prepared(orders.nanos() - ordered);
      ordered = orders.nanos();
      try (CliqueGraph graph = new CliqueGraph(lane, library, oriented)) {
        plan("maximum-out-degree", graph.maximumOutDegree());
        if (Math.max(3, job.smallest()) > graph.maximumOutDegree() + 1) {
          plan("method", "none: no out-degree allows such cliques");
          return job.local() ? withoutSearch(lane) : answer(counts);
        }
        if (job.local()) {
          return local(lane, use, graph);
        }
        if (counted(
            lane,
            use,
            graph,
            counts,
            method ->
                next.map(other -> orders.breakEvenNanos(other, method))
                    .orElse(Double.POSITIVE_INFINITY))) {
          return answer(counts);
        }
      }
      plan("skipped-ordering", order.get().text() + ": its count is worth a better order");
      order = next;
    }
    throw new IllegalStateException("no order was worth a count");
  }

  /** Sets memory aside, if need be by running again. */
  private void require(GraphUse use, long bytes) {
    neededBytes = Math.max(neededBytes, bytes + DeviceGraphMemory.SMALL);
    use.require(CudaKCliqueCount.class, neededBytes, DeviceGraphMemory.SMALL);
  }

  /**
   * Counts, unless a sample says that it takes longer than a limit.
   *
   * @param limitNanos of each method; infinite for a count whatever it takes
   * @return whether it counted
   */
  private boolean counted(
      Lane lane,
      GraphUse use,
      CliqueGraph graph,
      SortedMap<Integer, BigInteger> counts,
      ToDoubleFunction<KCliqueMethod> limitNanos) {
    int least = Math.max(3, job.smallest());
    try (TotalCliques total =
        new TotalCliques(
            lane, graph, job, least, counts, bytes -> require(use, bytes), this::plan)) {
      Prediction sampled = total.sample(limitNanos);
      if (sampled.isLongerThan(limitNanos.applyAsDouble(sampled.kernel().method()))) {
        return false;
      }
      total.count(sampled, () -> forecast(lane));
      return true;
    } catch (StoppedException e) {
      counts.values().removeIf(count -> count.signum() == 0);
      throw counts.isEmpty() ? e : e.withPartial(Answer.KCliques.partial(counts, 0));
    }
  }

  /** The host's forecast; its orientation is made, if it is not there, and stays. */
  private KCliqueForecast forecast(Lane lane) {
    return KCliqueForecast.of(
        prepared.oriented(job.ordering().orElse(Ordering.DEGENERACY), lane.control()),
        lane.control(),
        Math.max(3, job.smallest()),
        job.largest());
  }

  private Answer.KCliques local(Lane lane, GraphUse use, CliqueGraph graph) {
    try (LocalCliques local =
        new LocalCliques(lane, graph, job, bytes -> require(use, bytes), this::plan)) {
      return local.count(prepared.graph(), () -> forecast(lane));
    }
  }

  private Answer.KCliques withoutSearch(Lane lane) {
    return LocalCliqueAnswer.withoutSearch(job, prepared.graph(), new StopMeter(lane.control()));
  }

  private Answer.KCliques answer(SortedMap<Integer, BigInteger> counts) {
    return CliquesBySize.answer(job, prepared.vertexTotal(), prepared.edgeTotal(), counts);
  }
}
