package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.kclique.plan.KCliqueForecast;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.cuda.share.SharePolicy;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning.Choice;
import java.math.BigInteger;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Cliques of some sizes of one graph in total: plans, samples, counts, and says how long it took.
 */
public final class TotalCliques implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(TotalCliques.class.getName());

  private final Lane lane;
  private final CliqueGraph graph;
  private final CliqueKernels kernels;
  private final KCliqueCount job;
  private final DeviceCliquePlanner planner;
  private final CliqueRun run;
  private final SortedMap<Integer, BigInteger> counts;
  private final int most;
  private final Share share;
  private final BiConsumer<String, Object> describe;

  /**
   * A count.
   *
   * @param least smallest size, 3 or more
   * @param counts receives what is counted; on a stop lower bounds
   * @param share of this device
   * @param require told of the device bytes before they are allocated
   */
  TotalCliques(
      Lane lane,
      CliqueGraph graph,
      KCliqueCount job,
      int least,
      SortedMap<Integer, BigInteger> counts,
      Share share,
      LongConsumer require,
      BiConsumer<String, Object> describe) {
    this.lane = lane;
    this.graph = graph;
    this.job = job;
    this.counts = counts;
    this.share = share;
    this.most = (int) Math.min(job.largest(), graph.maximumOutDegree() + 1);
    this.describe = describe;
    this.kernels = new CliqueKernels(lane, graph, job.tuning());
    this.planner = new DeviceCliquePlanner(kernels, job, least, most, describe);
    long bytes = planner.candidates().stream().mapToLong(CliqueKernel::bytes).max().orElseThrow();
    describe.accept("device-bytes", bytes);
    require.accept(graph.bytes() + kernels.sharedBytes() + bytes);
    kernels.prepare();
    this.run = new CliqueRun(lane, graph.library(), bytes);
  }

  /**
   * Cliques of one small size in a graph that is counted once, along its orientation by degree; the
   * lane is waited for.
   *
   * @param size 3 or more
   * @param require told of the device bytes beside the graph before the most of them are allocated;
   *     may end the count
   */
  public static BigInteger once(
      Lane lane, CudaLibrary library, DeviceGraph graph, int size, LongConsumer require) {
    KCliqueCount job = KCliqueCount.of(size).with(KCliqueMethod.ORIENTATION);
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    try (CliqueGraph cliques = new CliqueGraph(lane, library, graph)) {
      if (size > cliques.maximumOutDegree() + 1) {
        return BigInteger.ZERO;
      }
      try (TotalCliques total =
          new TotalCliques(
              lane, cliques, job, size, counts, Share.alone(), require, (name, value) -> {})) {
        total.count(
            CliqueOrder.DEGREE,
            total.sample(method -> Double.POSITIVE_INFINITY),
            () -> {
              throw new IllegalStateException("a method that is given needs no forecast");
            });
      }
    }
    return counts.getOrDefault(size, BigInteger.ZERO);
  }

  /**
   * Predicts by samples on the device.
   *
   * @param limitNanos of each method: a count that takes longer is not looked at any closer
   */
  Prediction sample(ToDoubleFunction<KCliqueMethod> limitNanos) {
    return planner.sample(new CliqueSampler(lane, run, job.tuning()), limitNanos);
  }

  /**
   * Counts, with others if it takes long.
   *
   * @param order that the graph is oriented by
   * @param sampled the last prediction of {@link #sample}
   * @param forecast the host's, asked when samples found no end
   */
  void count(CliqueOrder order, Prediction sampled, Supplier<KCliqueForecast> forecast) {
    Prediction prediction =
        planner.choose(
            sampled, forecast, DeviceCliquePolicy.STEP_NANOS * DeviceCliquePolicy.scale(lane));
    describe(prediction);
    long start = System.nanoTime();
    if (prediction.whole().isPresent()) {
      add(prediction.kernel(), prediction.whole().get());
      describe.accept("slices", "sampled whole");
      return;
    }
    double nanos =
        prediction.lowerBound()
            ? prediction.nanos() * DeviceCliquePolicy.BEYOND_BOUND
            : prediction.nanos();
    int devices = share.mayDivide(nanos);
    int slices = slices(prediction.kernel(), nanos, devices);
    if (devices > 1) {
      var _ =
          share.offer(new SharedChoice(order, prediction.kernel().text(), slices).text(), nanos);
    }
    // Until a launch has shown how long it takes: a prediction of hours is a rough one.
    lane.turn().launches(prediction.lowerBound() ? Double.POSITIVE_INFINITY : nanos);
    count(prediction.kernel(), slices);
    compare(prediction, System.nanoTime() - start);
  }

  /** Counts what the first device leaves, by what it chose. */
  void join(SharedChoice chosen) {
    CliqueKernel kernel =
        planner.candidates().stream()
            .filter(candidate -> candidate.text().equals(chosen.kernel()))
            .findFirst()
            .orElseThrow(
                () ->
                    new ComputeException(
                        FailureCode.ENGINE_UNAVAILABLE,
                        "this device has no kernel " + chosen.kernel()));
    describe.accept("kernel", kernel.text());
    count(kernel, chosen.slices());
  }

  private void count(CliqueKernel kernel, int slices) {
    describe.accept("slices", slices);
    switch (kernel.method()) {
      case PIVOTING -> {
        lane.control().beginPhase(Phase.COMPUTING, kernel.units());
        countOne(kernel, slices);
      }
      case ORIENTATION -> countEach(kernel, slices);
    }
  }

  private int slices(CliqueKernel kernel, double nanos, int devices) {
    long wanted;
    if (devices <= 1) {
      wanted = kernel.isPausable() ? 1 : DeviceCliquePolicy.slices(nanos);
    } else if (share.isSettled() && kernel.isPausable()) {
      wanted = devices; // each is a sample of the whole
    } else {
      wanted =
          SharePolicy.pieces(
              nanos,
              kernel.isPausable() ? SharePolicy.LONG_PIECE_NANOS : SharePolicy.SEARCH_PIECE_NANOS,
              devices,
              DeviceCliquePolicy.mostSlices(nanos));
    }
    return (int) job.tuning().get(Choice.SLICES, wanted);
  }

  /**
   * Size after size, until there are none. A device that finds none in its share of a size leaves
   * the next ones to the others, of which one goes on if there are any, unless its share is its
   * own.
   */
  private void countEach(CliqueKernel first, int slices) {
    int least = first.least();
    lane.control().beginPhase(Phase.COMPUTING, first.units() * (most - least + 1.0));
    CliqueKernel kernel = first;
    while (true) {
      countOne(kernel, slices);
      int size = kernel.least();
      if (size >= most || (counts.get(size).signum() == 0 && share.mayLeavePhases())) {
        return;
      }
      kernel = planner.like(first, size + 1);
    }
  }

  private void countOne(CliqueKernel kernel, int slices) {
    try {
      add(kernel, run.count(kernel, slices, share, kernel.least()));
    } catch (StoppedException e) {
      add(kernel, run.tally());
      throw e;
    }
  }

  private void add(CliqueKernel kernel, CliqueTally tally) {
    BigInteger[] found = tally.counts(kernel.least());
    int last = kernel.method() == KCliqueMethod.ORIENTATION ? kernel.least() : most;
    for (int k = kernel.least(); k < found.length && k <= last; k++) {
      counts.put(k, found[k]);
    }
    describe.accept("nodes", tally.nodes());
    describe.accept("warp-cycles", tally.cycles());
  }

  private void describe(Prediction prediction) {
    describe.accept("method", prediction.kernel().method().name().toLowerCase(Locale.ROOT));
    describe.accept("kernel", prediction.kernel().text());
    describe.accept("predicted-kernel-ms", DeviceCliquePlanner.text(prediction));
    if (prediction.kernel() instanceof PaperKernel paper) {
      describe.accept("memory-formula", paper.configuration().formula(paper.formula()));
      describe.accept("memory-formula-bytes", paper.formula().bytes());
    }
  }

  private void compare(Prediction prediction, long nanos) {
    String took = String.format(Locale.ROOT, "%.3f", nanos / 1e6);
    describe.accept("measured-kernel-ms", took);
    LOG.log(
        nanos > DeviceCliquePolicy.LONG_NANOS
            ? System.Logger.Level.INFO
            : System.Logger.Level.DEBUG,
        "{0} of a graph with {1} edges by {2}: predicted {3} ms, took {4} ms",
        sizes(),
        Long.toString(graph.graph().statistics().edges()),
        prediction.kernel().text(),
        DeviceCliquePlanner.text(prediction),
        took);
  }

  private String sizes() {
    if (job.smallest() == job.largest()) {
      return job.smallest() + "-cliques";
    }
    return job.largest() == KCliqueCount.ALL
        ? "cliques of every size"
        : job.smallest() + ".." + job.largest() + "-cliques";
  }

  @Override
  public void close() {
    run.close();
    kernels.close();
  }
}
