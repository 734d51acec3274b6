package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.assembly.LocalCliqueAnswer;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.kclique.plan.KCliqueForecast;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.PausableRun;
import io.cliquestream.kernels.cuda.device.SlicePlan;
import io.cliquestream.kernels.cuda.device.TimeMark;
import io.cliquestream.kernels.cuda.graph.Completion;
import io.cliquestream.kernels.cuda.graph.DeviceStatistics;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.LocalCliqueFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.KCliqueTuning.Choice;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * k-cliques through each vertex, or each edge, for one k, in the host's numbering and order
 * (Almasri et al. count totals alone; the kernel is of {@code src/main/cuda/cliques/local}).
 *
 * <p>The device counts modulo two primes a run. No vertex or edge is in more than Σ C(d⁺, k - 1)
 * cliques, the sum over all roots, so a bound is known beforehand and with it the number of runs:
 * one up to 2^121. Residues of all runs wait on the host for the last: 16 bytes a run and vertex,
 * and with edges as many for each position of the device's adjacency. The counts must add up to
 * multiples of k and C(k, 2), which every job checks.
 */
final class LocalCliques implements AutoCloseable {
  private final Lane lane;
  private final CliqueGraph graph;
  private final LocalCliqueFunctions functions;
  private final KCliqueCount job;
  private final int k;
  private final KCliqueTuning tuning;
  private final Residues residues;
  private final NativeRecord options;
  private final NativeRecord local;
  private final DeviceMemory memory;
  private final BiConsumer<String, Object> describe;
  private final Parallelism parallelism;

  /**
   * A count.
   *
   * @param threads that put the counts together on the host
   * @param job by vertex or edge, of a k of 3 or more that is no larger than a clique can be
   * @param require told of the device bytes before they are allocated
   */
  LocalCliques(
      Lane lane,
      CliqueGraph graph,
      int threads,
      KCliqueCount job,
      LongConsumer require,
      BiConsumer<String, Object> describe) {
    this.lane = lane;
    this.graph = graph;
    this.functions = graph.library().localCliques();
    this.job = job;
    this.k = job.smallest();
    this.tuning = job.tuning();
    this.describe = describe;
    this.parallelism = new Parallelism(threads, lane.control());
    this.residues = new Residues(bound(graph.graph().statistics(), k));
    this.options =
        graph
            .library()
            .allocate("cs_clique_local_options", Arena.ofAuto())
            .set("k", k)
            .set("edges", job.perEdge() ? 1 : 0)
            .set("memory_bytes", CliqueKernels.workingBytes(lane.device().memoryUse().budget()));
    this.local = graph.library().allocate("cs_clique_local", Arena.ofAuto());
    moduli(0);
    long bytes = functions.bytes(graph.record(), graph.plan(), options);
    if (bytes == 0) {
      throw new ComputeException(
          FailureCode.INTERNAL, "the device refuses to count " + k + "-cliques one by one");
    }
    long ordering = job.perEdge() ? EdgePositions.bytes(graph.library(), graph.record()) : 0;
    describe.accept("method", "local");
    describe.accept("device-bytes", bytes + ordering);
    describe.accept("runs", residues.runs());
    require.accept(graph.bytes() + bytes + ordering);
    this.memory = lane.allocate(bytes);
  }

  /** No more k-cliques than this are in the graph: each lies below one root. */
  static BigInteger bound(DeviceStatistics statistics, int k) {
    BigInteger sum = BigInteger.ZERO;
    long[] histogram = statistics.histogram();
    for (int bucket = 1; bucket < histogram.length; bucket++) {
      long degree = Math.min((1L << bucket) - 1, statistics.maximumOutDegree());
      if (histogram[bucket] != 0 && degree >= k - 1) {
        sum = sum.add(binomial(degree, k - 1).multiply(BigInteger.valueOf(histogram[bucket])));
      }
    }
    return sum;
  }

  private static BigInteger binomial(long n, long k) {
    BigInteger result = BigInteger.ONE;
    for (long i = 0; i < Math.min(k, n - k); i++) {
      result = result.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
    }
    return result;
  }

  private void moduli(int run) {
    for (int i = 0; i < Residues.A_RUN; i++) {
      options.setWord("modulus", i, residues.prime(Residues.A_RUN * run + i));
    }
  }

  /**
   * The counts by dense vertex, by edge, or both.
   *
   * @param forecast the host's, asked when samples find no end
   * @throws ComputeException HOPELESS, with the estimate
   * @throws StoppedException at a deadline with a lower bound of the total, where one run does
   */
  Answer.KCliques count(Graph host, Supplier<KCliqueForecast> forecast) {
    predict(forecast);
    int slices = (int) tuning.get(Choice.SLICES, 1);
    describe.accept("slices", slices);
    double units = graph.units(k);
    lane.control().beginPhase(Phase.COMPUTING, units * residues.runs());
    long start = System.nanoTime();
    try (Arena arena = LargeArena.shared();
        Completion completion = new Completion(lane, graph.library())) {
      bind();
      LocalResidues vertices =
          new LocalResidues(residues, graph.record().get("active"), arena, job.perVertex());
      LocalResidues edges =
          new LocalResidues(residues, local.get("positions"), arena, job.perEdge());
      for (int run = 0; run < residues.runs(); run++) {
        moduli(run);
        bind();
        completion.begin(this::enqueueUnits);
        try {
          count(slices, units, completion);
        } catch (StoppedException e) {
          throw e.code() == FailureCode.DEADLINE_EXCEEDED && residues.runs() == 1
              ? withLowerBound(e, arena)
              : e;
        }
        finish();
        vertices.download(lane, memory, local.get("residues"), run);
        edges.download(lane, memory, local.get("edge_residues"), run);
        completion.prove();
      }
      describe.accept(
          "measured-kernel-ms",
          String.format(Locale.ROOT, "%.3f", (System.nanoTime() - start) / 1e6));
      return LocalCliqueAnswer.of(
          job,
          job.perVertex()
              ? vertices.spread(graph.graph().idsByRank(lane), host.vertexCount(), parallelism)
              : null,
          job.perEdge()
              ? edges.inOrder(
                  EdgePositions.of(lane, graph.library(), graph.record(), arena, parallelism),
                  host.edgeCount(),
                  parallelism)
              : null,
          parallelism);
    }
  }

  /** In launches that pause when others want the device: a row of the graph may take hours. */
  private void count(int slices, double units, Completion completion) {
    NativeRecord slice = slice().set("done", completion.done().address()).set("count", slices);
    int[] next = {0};
    PausableRun.run(
        lane,
        new SlicePlan(slices, units, completion.done(), 0),
        true,
        new PausableRun.Counter(memory, local.get("begun") - memory.address()),
        () -> next[0] < slices ? next[0]++ : -1,
        (index, resumed) -> enqueue(slice.set("index", index).set("resume", resumed ? 1 : 0)));
  }

  private void finish() {
    LaneCalls.enqueue(lane, () -> functions.finish(graph.record(), local, lane.stream()));
  }

  /** Each clique was given to k vertices at most: so many there are at least. */
  private StoppedException withLowerBound(StoppedException stop, Arena arena) {
    long active = graph.record().get("active");
    LocalResidues vertices = new LocalResidues(residues, active, arena, true);
    finish();
    vertices.download(lane, memory, local.get("residues"), 0);
    BigInteger sum = BigInteger.valueOf(k - 1L);
    for (long rank = 0; rank < active; rank++) {
      sum = sum.add(vertices.get(rank));
    }
    BigInteger bound = sum.divide(BigInteger.valueOf(k));
    return bound.signum() == 0
        ? stop
        : stop.withPartial(Answer.KCliques.partial(new TreeMap<>(Map.of(k, bound)), 0));
  }

  /** Says by a timed sample how long the count takes. */
  private void predict(Supplier<KCliqueForecast> forecast) {
    long roots = tuning.get(Choice.SAMPLED_ROOTS, DeviceCliquePolicy.SAMPLED_ROOTS);
    if (roots == 0 || tuning.forced(Choice.SLICES).isPresent()) {
      return;
    }
    long most = Math.max(1, graph.roots() / DeviceCliquePolicy.LEAST_SAMPLED_TASKS);
    long every = Math.clamp(graph.roots() / roots, 1, most);
    double nanos = 0;
    boolean ended = false;
    for (int i = 0; i < DeviceCliquePolicy.MOST_SAMPLES && !ended && every <= most; i++) {
      bind();
      TimeMark before = lane.timeMark();
      enqueue(slice().set("index", every / 2).set("count", every));
      TimeMark after = lane.timeMark();
      ended = lane.await(DeviceCliquePolicy.SAMPLE_LIMIT);
      nanos = Math.max(nanos, 1e6 * after.millisSince(before) * every);
      every *= DeviceCliquePolicy.RESAMPLING;
    }
    describe.accept(
        "predicted-kernel-ms",
        String.format(Locale.ROOT, ended ? "%.3f" : "at least %.3f", nanos / 1e6));
    if (!ended) {
      foretell(forecast.get());
    }
  }

  private void foretell(KCliqueForecast forecast) {
    double nanos =
        forecast.steps() * DeviceCliquePolicy.STEP_NANOS * DeviceCliquePolicy.scale(lane);
    describe.accept("predicted-seconds", Math.round(nanos / 1e9));
    if (forecast.magnitude()) {
      KCliqueForecast.requireFeasible(forecast.steps(), nanos / 1e9, "this GPU");
    }
  }

  private NativeRecord slice() {
    return graph.library().allocate("cs_slice", Arena.ofAuto()).set("stop", lane.stopWord());
  }

  private void bind() {
    functions.bind(memory.address(), memory.bytes(), graph.record(), graph.plan(), options, local);
    LaneCalls.enqueue(
        lane, () -> functions.start(graph.record(), graph.plan(), local, lane.stream()));
  }

  private void enqueueUnits(long deviceUnits) {
    graph.library().cliques().units(graph.record(), k, deviceUnits, lane.stream());
  }

  private void enqueue(NativeRecord slice) {
    LaneCalls.enqueue(
        lane, () -> functions.count(graph.record(), graph.plan(), local, slice, lane.stream()));
  }

  @Override
  public void close() {
    memory.close();
  }
}
