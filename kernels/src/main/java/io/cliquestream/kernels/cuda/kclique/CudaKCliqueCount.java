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
import io.cliquestream.kernels.cuda.graph.SharedJob;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.part.PartialAnswer;
import java.math.BigInteger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
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
public final class CudaKCliqueCount extends PlannedJob<Answer.KCliques> implements SharedJob {
  private final CudaLibrary library;
  private final long budgetBytes;
  private final PreparedGraph prepared;
  private final KCliqueCount job;
  private final int threads;

  /** What this job turned out to need, other jobs on the graph left aside. */
  private volatile long neededBytes;

  /**
   * A count.
   *
   * @param budgetBytes the device's memory budget
   * @param threads of the host, for what it puts together
   * @throws ComputeException OPTION_INVALID when a bounded range spans more than 2^20 sizes
   */
  public CudaKCliqueCount(
      CudaLibrary library,
      long budgetBytes,
      int threads,
      PreparedGraph prepared,
      KCliqueCount job) {
    Options.require(
        job.largest() == KCliqueCount.ALL
            || job.largest() - job.smallest() < DeviceCliquePolicy.MOST_SIZES,
        "a range of k may span at most " + DeviceCliquePolicy.MOST_SIZES + " sizes");
    this.library = library;
    this.budgetBytes = budgetBytes;
    this.threads = threads;
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
    beginCount(use);
    if (!isCounted() || use.graph().statistics().edges() == 0) {
      plan("method", "sizes");
      return job.local() ? withoutSearch(lane) : answer(new TreeMap<>());
    }
    Share alone = Share.alone();
    return job.local() ? local(lane, use) : answer(total(lane, use, alone));
  }

  @Override
  public PartialAnswer part(Lane lane, GraphUse use, Share share) {
    beginCount(use);
    if (!isCounted() || use.graph().statistics().edges() == 0) {
      plan("method", "sizes");
      return PartialAnswer.NOTHING;
    }
    SortedMap<Integer, BigInteger> counts =
        share.choice().isPresent()
            ? joined(lane, use, share, SharedChoice.parse(share.choice().get()))
            : total(lane, use, share);
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    counts.forEach((size, count) -> sums.put(Integer.toString(size), count));
    return PartialAnswer.ofSums(sums);
  }

  private void beginCount(GraphUse use) {
    begin(use);
    job.tuning().values().forEach((choice, value) -> plan("forced-" + choice.text(), value));
  }

  /** By the order that the job forces, or the best that is there, or one that is worth making. */
  private SortedMap<Integer, BigInteger> total(Lane lane, GraphUse use, Share share) {
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    CliqueOrders orders = new CliqueOrders(lane, library, use, job, this::plan);
    Optional<CliqueOrder> order = Optional.of(orders.first());
    long ordered = 0;
    while (order.isPresent()) {
      Optional<CliqueOrder> next = orders.after(order.get());
      CliqueOrder by = order.get();
      DeviceGraph oriented = orders.graph(by);
      prepared(orders.nanos() - ordered);
      ordered = orders.nanos();
      try (CliqueGraph graph = new CliqueGraph(lane, library, oriented)) {
        if (!mayHold(graph)
            || counted(
                lane,
                use,
                graph,
                counts,
                share,
                total -> {
                  ToDoubleFunction<KCliqueMethod> limitNanos =
                      method ->
                          next.map(other -> orders.breakEvenNanos(other, method))
                              .orElse(Double.POSITIVE_INFINITY);
                  Prediction sampled = total.sample(limitNanos);
                  if (sampled.isLongerThan(limitNanos.applyAsDouble(sampled.kernel().method()))) {
                    return false;
                  }
                  total.count(by, sampled, () -> forecast(lane));
                  return true;
                })) {
          return counts;
        }
      }
      plan("skipped-ordering", by.text() + ": its count is worth a better order");
      order = next;
    }
    throw new IllegalStateException("no order was worth a count");
  }

  /** What another device leaves, as it chose. */
  private SortedMap<Integer, BigInteger> joined(
      Lane lane, GraphUse use, Share share, SharedChoice chosen) {
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    CliqueOrders orders = new CliqueOrders(lane, library, use, job, this::plan);
    DeviceGraph oriented = orders.graph(chosen.order());
    prepared(orders.nanos());
    try (CliqueGraph graph = new CliqueGraph(lane, library, oriented)) {
      var _ =
          counted(
              lane,
              use,
              graph,
              counts,
              share,
              total -> {
                total.join(chosen);
                return true;
              });
    }
    return counts;
  }

  private boolean mayHold(CliqueGraph graph) {
    plan("maximum-out-degree", graph.maximumOutDegree());
    if (Math.max(3, job.smallest()) > graph.maximumOutDegree() + 1) {
      plan("method", "none: no out-degree allows such cliques");
      return false;
    }
    return true;
  }

  /** By the order that the job forces, or the best that is there, or one that is worth making. */
  private Answer.KCliques local(Lane lane, GraphUse use) {
    CliqueOrders orders = new CliqueOrders(lane, library, use, job, this::plan);
    DeviceGraph oriented = orders.graph(orders.first());
    prepared(orders.nanos());
    try (CliqueGraph graph = new CliqueGraph(lane, library, oriented)) {
      return mayHold(graph) ? local(lane, use, graph) : withoutSearch(lane);
    }
  }

  /** Sets memory aside, if need be by running again. */
  private void require(GraphUse use, long bytes) {
    neededBytes = Math.max(neededBytes, bytes + DeviceGraphMemory.SMALL);
    use.require(CudaKCliqueCount.class, neededBytes, DeviceGraphMemory.SMALL);
  }

  /**
   * Counts, unless that turns out to take too long.
   *
   * @param count counts, and says whether it did
   */
  private boolean counted(
      Lane lane,
      GraphUse use,
      CliqueGraph graph,
      SortedMap<Integer, BigInteger> counts,
      Share share,
      Predicate<TotalCliques> count) {
    int least = Math.max(3, job.smallest());
    try (TotalCliques total =
        new TotalCliques(
            lane, graph, job, least, counts, share, bytes -> require(use, bytes), this::plan)) {
      return count.test(total);
    } catch (StoppedException e) {
      counts.values().removeIf(found -> found.signum() == 0);
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
        new LocalCliques(lane, graph, threads, job, bytes -> require(use, bytes), this::plan)) {
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
