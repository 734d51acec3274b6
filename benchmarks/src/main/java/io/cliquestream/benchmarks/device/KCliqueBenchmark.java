package io.cliquestream.benchmarks.device;

import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.PinnedMemory;
import io.cliquestream.kernels.cuda.graph.DeviceAttachment;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.DeviceWork;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphPreparation;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.derived.ApproximateCoreGraph;
import io.cliquestream.kernels.cuda.graph.derived.DegeneracyGraph;
import io.cliquestream.kernels.cuda.kclique.CliqueGraph;
import io.cliquestream.kernels.cuda.kclique.CliqueKernel;
import io.cliquestream.kernels.cuda.kclique.CliqueKernels;
import io.cliquestream.kernels.cuda.kclique.CliqueOrder;
import io.cliquestream.kernels.cuda.kclique.CliqueRun;
import io.cliquestream.kernels.cuda.kclique.DeviceCliquePolicy;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import java.lang.foreign.Arena;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Measures k-clique counts on a device: medians after warm-up, every count checked against the
 * others of its size, whatever the order. Kernel times are the device's own; the way to the
 * oriented graph is measured part by part, with the host's clock.
 */
public final class KCliqueBenchmark implements DeviceWork<KCliqueMeasurement> {
  /** Most repeats: each leaves its headers in the lane's pinned memory. */
  public static final int MOST_REPEATS = 25;

  /** Most counts of a benchmark, for the same reason. */
  private static final long MOST_COUNTS = 1200;

  private final CudaDevice device;
  private final CudaLibrary library;
  private final Graph host;
  private final List<KCliqueVariant> variants;
  private final List<Integer> sizes;
  private final List<CliqueOrder> orders;
  private final int repeats;
  private final Duration limit;
  private volatile long neededBytes;

  /**
   * Measures a graph, which should be all that the device does.
   *
   * @param sizes each k, 3 or more, or {@link KCliqueCount#ALL} for all of them by pivoting
   * @param orders what the graph is oriented by, one after the other: degree, approximate or
   *     degeneracy
   * @param repeats measured runs of each, 1 to {@link #MOST_REPEATS}
   * @param limit a launch that takes longer is stopped, and its way to count not repeated
   */
  public static KCliqueMeasurement measure(
      CudaEngine engine,
      Graph graph,
      List<KCliqueVariant> variants,
      List<Integer> sizes,
      List<String> orders,
      int repeats,
      Duration limit) {
    return engine.measure(
        graph,
        (device, library) ->
            new KCliqueBenchmark(device, library, graph, variants, sizes, orders, repeats, limit));
  }

  private KCliqueBenchmark(
      CudaDevice device,
      CudaLibrary library,
      Graph host,
      List<KCliqueVariant> variants,
      List<Integer> sizes,
      List<String> orders,
      int repeats,
      Duration limit) {
    Options.require(
        repeats >= 1 && repeats <= MOST_REPEATS,
        "the number of repeats must be 1 to " + MOST_REPEATS + ", not " + repeats);
    Options.require(
        (repeats + 1L) * variants.size() * sizes.size() * orders.size() <= MOST_COUNTS,
        "a benchmark makes at most "
            + MOST_COUNTS
            + " counts: fewer repeats, variants, sizes or orders");
    Options.require(
        sizes.stream().allMatch(k -> k >= 3), "a benchmark counts cliques of 3 or more");
    this.device = device;
    this.library = library;
    this.host = host;
    this.variants = List.copyOf(variants);
    this.sizes = List.copyOf(sizes);
    this.orders = orders.stream().map(KCliqueBenchmark::order).toList();
    this.repeats = repeats;
    this.limit = limit;
  }

  @Override
  public long bytes(GraphKnowledge known) {
    return 2 * ApproximateCoreGraph.bytes(known)
        + 2 * DegeneracyGraph.bytes(known)
        + DeviceGraphMemory.preparation(known.vertices(), known.edges())
        + 8 * known.edges()
        + Math.max(neededBytes, DeviceCliquePolicy.GUESSED_BYTES)
        + DeviceGraphMemory.SMALL;
  }

  @Override
  public KCliqueMeasurement run(Lane lane, GraphUse use) {
    double[] before = before(lane);
    List<KCliqueMeasurement.Count> counts = new ArrayList<>();
    Map<Integer, BigInteger> known = new HashMap<>();
    for (CliqueOrder order : orders) {
      Oriented oriented =
          new Oriented(order, graph(lane, use, order), millis(() -> orderOnce(lane, use, order)));
      for (int size : sizes) {
        for (KCliqueVariant variant : variants) {
          if (size == KCliqueCount.ALL && variant.method() == KCliqueMethod.ORIENTATION) {
            continue;
          }
          KCliqueMeasurement.Count count = measure(lane, use, oriented, variant, size);
          BigInteger other = count.ended() ? known.putIfAbsent(size, count.cliques()) : null;
          if (other != null && !other.equals(count.cliques())) {
            throw new ComputeException(
                FailureCode.INTERNAL,
                "two counts of size %s differ: %s and, by %s under the order by %s, %s"
                    .formatted(
                        count.size(), other, count.variant(), count.ordering(), count.cliques()));
          }
          counts.add(count);
        }
      }
    }
    return new KCliqueMeasurement(
        device.description().toString(),
        host.vertexCount(),
        host.edgeCount(),
        before[0],
        before[1],
        repeats,
        counts);
  }

  private static CliqueOrder order(String name) {
    return Arrays.stream(CliqueOrder.values())
        .filter(order -> order.text().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new ComputeException(FailureCode.OPTION_INVALID, "no order '" + name + "'"));
  }

  /** A graph by an order that took so long to make. */
  private record Oriented(CliqueOrder order, DeviceGraph graph, double millis) {}

  private DeviceGraph graph(Lane lane, GraphUse use, CliqueOrder order) {
    return switch (order) {
      case DEGREE -> use.graph();
      case APPROXIMATE ->
          use.attach(
                  ApproximateCoreGraph.class,
                  lane,
                  on -> ApproximateCoreGraph.make(on, library, use, 0))
              .graph();
      case DEGENERACY ->
          use.attach(DegeneracyGraph.class, lane, on -> DegeneracyGraph.make(on, library, use, 0))
              .graph();
    };
  }

  /** Median of some runs after one to warm up. */
  private double millis(DoubleSupplier once) {
    double[] times = new double[repeats];
    for (int i = -1; i < repeats; i++) {
      double time = once.getAsDouble();
      if (i >= 0) {
        times[i] = time;
      }
    }
    return median(times);
  }

  private double orderOnce(Lane lane, GraphUse use, CliqueOrder order) {
    if (order == CliqueOrder.DEGREE) {
      return 0;
    }
    lane.await();
    long start = System.nanoTime();
    try (DeviceAttachment _ =
        order == CliqueOrder.APPROXIMATE
            ? ApproximateCoreGraph.make(lane, library, use, 0)
            : DegeneracyGraph.make(lane, library, use, 0)) {
      return (System.nanoTime() - start) / 1e6;
    }
  }

  /** Copy and preparation. */
  private double[] before(Lane lane) {
    long edges = host.edgeCount();
    double[] copy = new double[repeats];
    double[] prepare = new double[repeats];
    try (Arena arena = Arena.ofShared();
        PinnedMemory pinned = device.pin(HostPairs.of(host, arena));
        DeviceMemory pairs = lane.allocate(Math.max(1, edges) * Long.BYTES)) {
      for (int i = -1; i < repeats; i++) {
        lane.await();
        long start = System.nanoTime();
        lane.upload(pinned.segment(), pairs, 0);
        lane.await();
        long copied = System.nanoTime();
        try (GraphPreparation preparation =
            new GraphPreparation(lane, library, edges, host.vertexCount())) {
          preparation.countDegrees(pairs, 0, edges);
          preparation.build(pairs, edges);
          lane.await();
          if (i >= 0) {
            copy[i] = (copied - start) / 1e6;
            prepare[i] = (System.nanoTime() - copied) / 1e6;
          }
          preparation.discard();
        }
      }
    }
    return new double[] {median(copy), median(prepare)};
  }

  private KCliqueMeasurement.Count measure(
      Lane lane, GraphUse use, Oriented oriented, KCliqueVariant variant, int size) {
    double[] kernelMillis = new double[repeats];
    double[] countMillis = new double[repeats];
    KCliqueMeasurement.Count last = null;
    for (int i = -1; i < repeats; i++) {
      lane.await();
      long start = System.nanoTime();
      try (CliqueGraph cliques = new CliqueGraph(lane, library, oriented.graph());
          CliqueKernels kernels = new CliqueKernels(lane, cliques, tuning(variant))) {
        int least = size == KCliqueCount.ALL ? 3 : size;
        int most = (int) Math.max(least, Math.min(size, cliques.maximumOutDegree() + 1));
        kernels.prepare();
        CliqueKernel kernel =
            variant
                .paper()
                .<CliqueKernel>map(configuration -> kernels.paper(configuration, least, most))
                .orElseGet(() -> kernels.ours(variant.method(), least, most));
        long bytes = kernel.bytes();
        neededBytes = Math.max(neededBytes, cliques.bytes() + kernels.sharedBytes() + bytes);
        use.require(KCliqueBenchmark.class, neededBytes, 0);
        try (CliqueRun run = new CliqueRun(lane, library, bytes)) {
          CliqueRun.Timed timed = run.timed(kernel, limit);
          BigInteger[] found = timed.tally().counts(least);
          int largest = size == KCliqueCount.ALL ? largest(found) : size;
          BigInteger number = largest < found.length ? found[largest] : BigInteger.ZERO;
          if (i >= 0) {
            kernelMillis[i] = timed.millis();
            countMillis[i] = (System.nanoTime() - start) / 1e6;
          }
          last =
              new KCliqueMeasurement.Count(
                  variant.text(),
                  oriented.order().text(),
                  oriented.millis(),
                  cliques.maximumOutDegree(),
                  size == KCliqueCount.ALL ? "all" : Integer.toString(size),
                  number,
                  largest,
                  median(kernelMillis),
                  median(countMillis),
                  timed.tally().nodes(),
                  timed.tally().sweeps(),
                  bytes,
                  timed.ended());
          if (!timed.ended()) {
            return last;
          }
        }
      }
    }
    return last;
  }

  private static KCliqueTuning tuning(KCliqueVariant variant) {
    return variant.paper().isEmpty()
        ? KCliqueTuning.none()
        : KCliqueTuning.of(Map.of("edges", variant.paper().get().edges() ? 1L : 0L));
  }

  private static int largest(BigInteger[] found) {
    int largest = found.length - 1;
    while (largest > 2 && found[largest].signum() == 0) {
      largest--;
    }
    return largest;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
