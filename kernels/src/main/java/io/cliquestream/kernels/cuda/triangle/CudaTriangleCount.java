package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.DeviceStatistics;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.PlannedJob;
import io.cliquestream.kernels.cuda.graph.SharedJob;
import io.cliquestream.kernels.cuda.graph.derived.DegeneracyGraph;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.cuda.share.SharePolicy;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import io.cliquestream.kernels.part.PartialAnswer;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One triangle count on a device: picks the kernel, makes its plan, and counts in slices.
 *
 * <p>Memory beside the graph: nothing for the merge kernel; the wedge plan, which stays with the
 * graph unless the job forces choices; TRUST's lists and buckets; for local counts 4 bytes an edge,
 * 16 a vertex, and 24 an edge more while counts by edge are put into the host's order.
 */
public final class CudaTriangleCount extends PlannedJob<Answer.Triangles> implements SharedJob {
  /** Pieces of a count at most. */
  private static final int MOST_PIECES = 1 << 10;

  /** Names the sum of a part. */
  public static final String TRIANGLES = "triangles";

  private final CudaLibrary library;
  private final TrianglePlanner planner;
  private final int multiprocessors;
  private final PreparedGraph host;
  private final TriangleCount job;

  /**
   * A count.
   *
   * @param multiprocessors of the device
   */
  public CudaTriangleCount(
      CudaLibrary library, int multiprocessors, PreparedGraph host, TriangleCount job) {
    this.library = library;
    this.planner = new TrianglePlanner(multiprocessors);
    this.multiprocessors = multiprocessors;
    this.host = host;
    this.job = job;
  }

  private boolean byDegeneracy() {
    return job.ordering().filter(Ordering.DEGENERACY::equals).isPresent();
  }

  @Override
  public long bytes(GraphKnowledge known) {
    boolean reoriented = byDegeneracy() && !known.attached().contains(DegeneracyGraph.class);
    return (reoriented ? DegeneracyGraph.bytes(known) : 0) + kernelBytes(known);
  }

  private long kernelBytes(GraphKnowledge known) {
    if (job.local()) {
      return LocalTriangles.bytes(known, job);
    }
    boolean planned = known.attached().contains(WedgePlan.class);
    TriangleMethod method =
        known
            .statistics()
            .map(statistics -> planner.total(statistics, job, planned).method())
            .orElse(job.method().orElse(TriangleMethod.WEDGES));
    return DeviceGraphMemory.SMALL
        + switch (method) {
          case WEDGES -> planned && !forcesPlan() ? 0 : WedgePlan.bytes(known);
          case MERGE -> 0;
          case HASH, HASH_IN_DEGREE, HASH_COLLECTIVE -> TrustPlan.bytes(known, multiprocessors);
        };
  }

  /** Whether the wedge plan is one of the job's own: what is kept is the usual one. */
  private boolean forcesPlan() {
    return byDegeneracy()
        || job.tuning().values().keySet().stream()
            .anyMatch(choice -> choice != TriangleTuning.Choice.SLICES);
  }

  @Override
  public Answer.Triangles run(Lane lane, GraphUse use) {
    begin(use);
    plan("ordering", job.ordering().orElse(Ordering.DEGREE).name().toLowerCase(Locale.ROOT));
    DeviceGraph graph = oriented(lane, use);
    return job.local()
        ? local(lane, graph)
        : new Answer.Triangles(
            total(lane, use, graph, Share.alone()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
  }

  /**
   * Whether devices can count together: slices of the merge kernel are intervals of ranks, those of
   * hashing of the ascending lists of both classes, the same on every device; the wedge plan's are
   * of lists whose order is another each time.
   */
  public static boolean isShared(TriangleCount job) {
    return !job.local()
        && job.method().filter(method -> method != TriangleMethod.WEDGES).isPresent();
  }

  @Override
  public PartialAnswer part(Lane lane, GraphUse use, Share share) {
    begin(use);
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    sums.put(TRIANGLES, total(lane, use, oriented(lane, use), share));
    return PartialAnswer.ofSums(sums);
  }

  private DeviceGraph oriented(Lane lane, GraphUse use) {
    if (!byDegeneracy()) {
      return use.graph();
    }
    long start = System.nanoTime();
    DegeneracyGraph oriented =
        use.attach(
            DegeneracyGraph.class,
            lane,
            on -> DegeneracyGraph.make(on, library, use, DeviceGraphMemory.SMALL));
    prepared(System.nanoTime() - start);
    plan("degeneracy", oriented.degeneracy());
    return oriented.graph();
  }

  private Answer.Triangles local(Lane lane, DeviceGraph graph) {
    TrianglePlan chosen = planner.local(graph.statistics(), job);
    describe(chosen, "local", graph.statistics());
    return new LocalTriangles(lane, library, graph, host.graph(), job).count(chosen);
  }

  private BigInteger total(Lane lane, GraphUse use, DeviceGraph graph, Share share) {
    boolean planned = !forcesPlan() && use.attached(WedgePlan.class).isPresent();
    TrianglePlan chosen = planner.total(graph.statistics(), job, planned);
    describe(chosen, chosen.method().text(), graph.statistics());
    int slices = share.choice().map(Integer::parseInt).orElseGet(() -> divided(chosen, share));
    long start = System.nanoTime();
    boolean once = slices == 1 && share.devices() == 1 && isCountedOnce(use, chosen.method());
    try (TriangleKernel kernel =
        once ? once(lane, use, graph) : kernel(lane, use, graph, chosen.method())) {
      planned(System.nanoTime() - start);
      lane.control().beginPhase(Phase.COMPUTING, slices);
      return BigInteger.valueOf(SlicedCount.run(lane, library, slices, kernel, share));
    }
  }

  /** Slices, after an offer to other devices if the count takes long. */
  private int divided(TrianglePlan chosen, Share share) {
    int devices = share.mayDivide(chosen.kernelNanos());
    if (devices == 1) {
      return chosen.slices();
    }
    int slices =
        Math.max(
            chosen.slices(),
            SharePolicy.pieces(
                chosen.kernelNanos(), SharePolicy.FLAT_PIECE_NANOS, devices, MOST_PIECES));
    var _ = share.offer(Integer.toString(slices), chosen.kernelNanos());
    return slices;
  }

  private TriangleKernel kernel(Lane lane, GraphUse use, DeviceGraph graph, TriangleMethod method) {
    return switch (method) {
      case WEDGES -> wedges(lane, use, graph);
      case MERGE -> TriangleKernel.merge(library, graph);
      case HASH, HASH_IN_DEGREE, HASH_COLLECTIVE -> {
        var trust = TrustPlan.make(lane, library, use, graph, method, DeviceGraphMemory.SMALL);
        long chunk = job.tuning().get(TriangleTuning.Choice.CHUNK_VERTICES, 1);
        long reading = job.tuning().get(TriangleTuning.Choice.TWO_HOP_LISTS, 0);
        yield TriangleKernel.hash(library, graph, trust, (int) chunk, (int) reading);
      }
    };
  }

  private boolean isCountedOnce(GraphUse use, TriangleMethod method) {
    return method == TriangleMethod.WEDGES && !forcesPlan() && use.isFirstOfPairs();
  }

  private TriangleKernel once(Lane lane, GraphUse use, DeviceGraph graph) {
    SinglePlan plan =
        SinglePlan.of(
            lane,
            library,
            graph.record(),
            graph.headerAddress(),
            bytes ->
                use.require(
                    WedgePlan.class, bytes + DeviceGraphMemory.SMALL, DeviceGraphMemory.SMALL));
    describe(plan.header());
    return TriangleKernel.once(plan);
  }

  private TriangleKernel wedges(Lane lane, GraphUse use, DeviceGraph graph) {
    DeviceMemory taken = lane.allocate(WedgePlan.TAKEN_BYTES);
    if (forcesPlan()) {
      WedgePlan own =
          WedgePlan.make(lane, library, use, graph, job.tuning(), DeviceGraphMemory.SMALL);
      describe(own.header());
      return TriangleKernel.wedges(library, graph.record(), own, taken, own::close);
    }
    WedgePlan shared =
        use.attach(
            WedgePlan.class,
            lane,
            on -> {
              WedgePlan made =
                  WedgePlan.make(on, library, use, graph, job.tuning(), DeviceGraphMemory.SMALL);
              on.await();
              return made.keep();
            });
    describe(shared.header());
    return TriangleKernel.wedges(library, graph.record(), shared, taken, () -> {});
  }

  private void describe(TrianglePlan chosen, String method, DeviceStatistics statistics) {
    plan("method", method);
    plan("slices", chosen.slices());
    plan("predicted-kernel-ms", millis(chosen.kernelNanos()));
    if (chosen.planNanos() > 0) {
      plan("predicted-plan-ms", millis(chosen.planNanos()));
    }
    plan("oriented-wedges", statistics.wedges());
    plan("maximum-out-degree", statistics.maximumOutDegree());
    job.tuning()
        .values()
        .forEach((choice, value) -> plan("forced-" + choice.text(), choice.text(value)));
  }

  private void describe(NativeRecord header) {
    plan("hub-probes", header.get("hub_probes"));
    plan("tail-probes", header.get("tail_probes"));
    plan("core-probes", header.get("core_probes"));
    plan("tiny-edges", header.get("tiny_edges"));
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
  }
}
