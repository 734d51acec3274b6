package io.cliquestream.benchmarks.device;

import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.PinnedMemory;
import io.cliquestream.kernels.cuda.device.TimeMark;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.DeviceWork;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphPreparation;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.cuda.triangle.LocalTriangles;
import io.cliquestream.kernels.cuda.triangle.SinglePlan;
import io.cliquestream.kernels.cuda.triangle.SlicedCount;
import io.cliquestream.kernels.cuda.triangle.TriangleKernel;
import io.cliquestream.kernels.cuda.triangle.TrianglePlan;
import io.cliquestream.kernels.cuda.triangle.TrianglePlanner;
import io.cliquestream.kernels.cuda.triangle.TrustPlan;
import io.cliquestream.kernels.cuda.triangle.WedgePlan;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.TriangleCount;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures triangle counts on a device: medians after warm-up, every count checked against the
 * others. Kernel times are the device's own; the whole way is by the host's clock.
 */
public final class TriangleBenchmark implements DeviceWork<TriangleMeasurement> {
  /** Most repeats: each leaves its headers in the lane's pinned memory. */
  public static final int MOST_REPEATS = 50;

  private static final int WARM_UP = 2;

  /** Of these few: beyond them the headers would not fit the lane's pinned memory. */
  private static final int SLICED_REPEATS = 7;

  private final CudaDevice device;
  private final CudaLibrary library;
  private final TrianglePlanner planner;
  private final Graph host;
  private final List<TriangleVariant> variants;
  private final int repeats;

  /**
   * Measures a graph, which should be all that the device does.
   *
   * @param repeats measured runs of each, 1 to {@link #MOST_REPEATS}
   */
  public static TriangleMeasurement measure(
      CudaEngine engine, Graph graph, List<TriangleVariant> variants, int repeats) {
    return engine.measure(
        graph,
        (device, library) -> new TriangleBenchmark(device, library, graph, variants, repeats));
  }

  private TriangleBenchmark(
      CudaDevice device,
      CudaLibrary library,
      Graph host,
      List<TriangleVariant> variants,
      int repeats) {
    if (repeats < 1 || repeats > MOST_REPEATS) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID,
          "the number of repeats must be 1 to " + MOST_REPEATS + ", not " + repeats);
    }
    this.device = device;
    this.library = library;
    this.planner = new TrianglePlanner(device.description().multiprocessors());
    this.host = host;
    this.variants = List.copyOf(variants);
    this.repeats = repeats;
  }

  @Override
  public long bytes(GraphKnowledge known) {
    long plans =
        Math.max(
            WedgePlan.bytes(known), TrustPlan.bytes(known, device.description().multiprocessors()));
    return plans
        + DeviceGraphMemory.preparation(known.vertices(), known.edges())
        + 8 * known.edges()
        + DeviceGraphMemory.SMALL;
  }

  @Override
  public TriangleMeasurement run(Lane lane, GraphUse use) {
    DeviceGraph graph = use.graph();
    long triangles = -1;
    List<TriangleMeasurement.Kernel> kernels = new ArrayList<>();
    for (TriangleVariant variant : variants) {
      double[] kernelMillis = new double[repeats];
      double[] planMillis = new double[repeats];
      TrianglePlan predicted = predicted(graph, variant);
      double[] slicedMillis = new double[Math.min(repeats, SLICED_REPEATS)];
      for (int i = -WARM_UP; i < repeats; i++) {
        lane.await();
        long start = System.nanoTime();
        try (TriangleKernel kernel = kernel(lane, use, variant)) {
          lane.await();
          double plan = (System.nanoTime() - start) / 1e6;
          TimedCount timed = TimedCount.of(lane, library, 1, kernel);
          triangles = same(triangles, timed.triangles());
          if (i >= 0) {
            planMillis[i] = plan;
            kernelMillis[i] = timed.millis();
          }
          if (predicted.slices() > 1 && i >= 0 && i < slicedMillis.length) {
            TimedCount sliced = TimedCount.of(lane, library, predicted.slices(), kernel);
            triangles = same(triangles, sliced.triangles());
            slicedMillis[i] = sliced.millis();
          }
        }
      }
      double kernelMedian = median(kernelMillis);
      kernels.add(
          new TriangleMeasurement.Kernel(
              variant.text(),
              kernelMedian,
              median(planMillis),
              predicted.kernelNanos() / 1e6,
              predicted.slices(),
              predicted.slices() > 1 ? median(slicedMillis) : kernelMedian));
    }
    return wholeWay(lane, use, triangles, kernels);
  }

  private TrianglePlan predicted(DeviceGraph graph, TriangleVariant variant) {
    TriangleCount job = variant.job();
    return job.local()
        ? planner.local(graph.statistics(), job)
        : planner.total(graph.statistics(), job, true);
  }

  /** A count's device time and result. */
  private record TimedCount(double millis, long triangles) {
    static TimedCount of(Lane lane, CudaLibrary library, int slices, TriangleKernel kernel) {
      TimeMark before = lane.timeMark();
      long triangles = SlicedCount.run(lane, library, slices, kernel, Share.alone());
      TimeMark after = lane.timeMark();
      lane.await();
      return new TimedCount(after.millisSince(before), triangles);
    }
  }

  private TriangleKernel kernel(Lane lane, GraphUse use, TriangleVariant variant) {
    return switch (variant) {
      case WEDGES, WEDGES_NO_CORE -> {
        DeviceMemory taken = lane.allocate(WedgePlan.TAKEN_BYTES);
        WedgePlan plan =
            WedgePlan.make(lane, library, use, use.graph(), variant.job().tuning(), allBut(use));
        yield TriangleKernel.wedges(
            library,
            use.graph().record(),
            plan,
            taken,
            () -> {
              plan.close();
              taken.close();
            });
      }
      case MERGE -> TriangleKernel.merge(library, use.graph());
      case HASH, HASH_IN_DEGREE, HASH_COLLECTIVE -> {
        TrustPlan plan =
            TrustPlan.make(lane, library, use, use.graph(), variant.method(), allBut(use));
        yield TriangleKernel.hash(library, use.graph(), plan, 1, 0);
      }
      case LOCAL -> LocalTriangles.kernel(lane, library, use.graph());
    };
  }

  /** What the benchmark needs beside a plan. */
  private long allBut(GraphUse use) {
    return 8 * use.graph().statistics().edges() + DeviceGraphMemory.SMALL;
  }

  private static long same(long known, long counted) {
    if (known >= 0 && known != counted) {
      throw new ComputeException(
          FailureCode.INTERNAL, "two counts differ: " + known + " and " + counted);
    }
    return counted;
  }

  private TriangleMeasurement wholeWay(
      Lane lane, GraphUse use, long triangles, List<TriangleMeasurement.Kernel> kernels) {
    long edges = host.edgeCount();
    double[] copy = new double[repeats];
    double[] prepare = new double[repeats];
    double[] allIn = new double[repeats];
    long counted = triangles;
    try (Arena arena = Arena.ofShared();
        PinnedMemory pinned = device.pin(HostPairs.of(host, arena));
        DeviceMemory pairs = lane.allocate(Math.max(1, edges) * Long.BYTES)) {
      for (int i = -WARM_UP; i < repeats; i++) {
        long start = System.nanoTime();
        lane.upload(pinned.segment(), pairs, 0);
        lane.await();
        long copied = System.nanoTime();
        try (GraphPreparation preparation =
            new GraphPreparation(lane, library, edges, host.vertexCount())) {
          preparation.countDegrees(pairs, 0, edges);
          preparation.build(pairs, edges);
          lane.await();
          long prepared = System.nanoTime();
          if (i >= 0) {
            copy[i] = (copied - start) / 1e6;
            prepare[i] = (prepared - copied) / 1e6;
          }
          preparation.discard();
        }
        long begin = System.nanoTime();
        counted = same(counted, allIn(lane, pinned, pairs));
        if (i >= 0) {
          allIn[i] = (System.nanoTime() - begin) / 1e6;
        }
      }
    }
    return new TriangleMeasurement(
        device.description().toString(),
        host.vertexCount(),
        edges,
        use.graph().statistics().wedges(),
        counted,
        median(copy),
        median(prepare),
        median(allIn),
        device.memoryUse().peakUsed(),
        repeats,
        kernels);
  }

  /** From pinned edges to the count: three waits, for degrees, sizes and the count. */
  private long allIn(Lane lane, PinnedMemory pinned, DeviceMemory pairs) {
    long edges = host.edgeCount();
    try (GraphPreparation preparation =
        new GraphPreparation(lane, library, edges, host.vertexCount())) {
      lane.upload(pinned.segment(), pairs, 0);
      preparation.countDegrees(pairs, 0, edges);
      preparation.build(pairs, edges);
      try {
        long triangles =
            SinglePlan.count(lane, library, preparation.graph(), preparation.headerAddress());
        preparation.check();
        return triangles;
      } finally {
        preparation.discard();
      }
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
