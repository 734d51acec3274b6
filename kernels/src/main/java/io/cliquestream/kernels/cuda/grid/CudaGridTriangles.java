package io.cliquestream.kernels.cuda.grid;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import io.cliquestream.kernels.job.TriangleTuning.Choice;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * One total triangle count in parts. On the device it takes what was set aside for it, whatever the
 * graph; on the host 4 bytes an edge and 8 for each row of a part that is not empty, 12 bytes an
 * edge at most.
 */
public final class CudaGridTriangles {
  private final CudaLibrary library;
  private final Graph host;
  private final TriangleTuning tuning;
  private final SortedMap<String, String> plan = new TreeMap<>();
  private long prepareNanos;

  /**
   * A count.
   *
   * @param job for which {@link #isFor} holds
   */
  public CudaGridTriangles(CudaLibrary library, Graph host, TriangleCount job) {
    this.library = library;
    this.host = host;
    this.tuning = job.tuning();
  }

  /** Whether a job can be counted in parts: a total, by degrees, and by no method of its own. */
  public static boolean isFor(TriangleCount job) {
    return !job.local()
        && job.ordering().filter(Ordering.DEGENERACY::equals).isEmpty()
        && job.method().filter(method -> method != TriangleMethod.WEDGES).isEmpty();
  }

  /** Whether a job asks to be counted in parts whatever the memory. */
  public static boolean isForced(TriangleCount job) {
    return isFor(job) && job.tuning().values().containsKey(Choice.GRID_CLASSES);
  }

  /**
   * Counts on a lane.
   *
   * @param bytes that were set aside: the whole budget, so that no other job has a hand on the
   *     memory of the graph while it is page-locked here
   * @throws io.cliquestream.kernels.failure.ComputeException JOB_MEMORY_EXCEEDED when they hold
   *     three parts for no number of classes
   */
  public Answer.Triangles run(Lane lane, long bytes) {
    plan.clear();
    plan("ordering", "degree");
    plan("method", "partition");
    plan("budget-bytes", bytes);
    long start = System.nanoTime();
    lane.control().beginPhase(Phase.PREPARING, Math.max(1.0, 2.0 * host.edgeCount()));
    long triangles = host.edgeCount() == 0 ? 0 : count(lane, bytes, start);
    return new Answer.Triangles(
        BigInteger.valueOf(triangles), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private long count(Lane lane, long bytes, long start) {
    boolean forced = tuning.values().containsKey(Choice.GRID_CLASSES);
    try (RowsToParts rows = new RowsToParts(lane, library, host)) {
      rows.rank();
      GridPlanner planner =
          new GridPlanner(
              host.vertexCount(), rows.active(), host.edgeCount(), rows.maximumDegree(), bytes);
      int classes = forced ? (int) tuning.get(Choice.GRID_CLASSES, 1) : planner.classes();
      for (int attempt = 1; ; attempt++) {
        OptionalLong triangles = count(lane, rows, planner, classes, start);
        if (triangles.isPresent()) {
          return triangles.getAsLong();
        }
        // A part has more than its share of the arcs: with more classes it is smaller.
        if (forced || attempt == GridPolicy.TRIES || classes == GridPolicy.MOST_CLASSES) {
          throw planner.tooSmall(classes);
        }
        classes++;
      }
    }
  }

  /** Nothing where parts are larger than predicted, so that three of them do not fit. */
  private OptionalLong count(
      Lane lane, RowsToParts rows, GridPlanner planner, int classes, long start) {
    GridPlanner.Chunk chunk = planner.chunk(classes);
    try (HostParts parts = new HostParts(lane, library, classes * classes);
        GridStreams streams = new GridStreams(lane, library)) {
      rows.split(classes, chunk, parts, streams);
      long arcs = IntStream.range(0, parts.count()).mapToLong(parts::arcs).max().orElse(0);
      long most = IntStream.range(0, parts.count()).mapToLong(parts::rows).max().orElse(0);
      int slots = planner.slots(classes, arcs, most);
      if (!GridPlanner.isEnough(classes, slots) || arcs > GridPlanner.MOST_ARCS) {
        return OptionalLong.empty();
      }
      long[] bytes = IntStream.range(0, parts.count()).mapToLong(parts::bytes).toArray();
      GridSchedule schedule = GridSchedule.best(classes, slots, bytes);
      int shares = (int) tuning.get(Choice.GRID_SHARES, planner.shares(classes));
      describe(planner, rows, parts, schedule, classes, slots, shares, bytes);
      rows.release(); // ranks make room for parts
      prepareNanos = System.nanoTime() - start;
      try (GridTasks tasks =
          new GridTasks(
              lane,
              library,
              streams,
              parts,
              schedule,
              classes,
              planner.classSize(classes),
              slots)) {
        try {
          return OptionalLong.of(tasks.count(shares, host.edgeCount()));
        } finally {
          streams.settle();
        }
      }
    }
  }

  private void describe(
      GridPlanner planner,
      RowsToParts rows,
      HostParts parts,
      GridSchedule schedule,
      int classes,
      int slots,
      int shares,
      long[] bytes) {
    long brought = schedule.bytes(bytes);
    long up = rows.upBytes() + brought;
    plan("grid-classes", classes);
    plan("grid-shares", shares);
    plan("parts", parts.count());
    plan("parts-on-device", slots);
    plan("tasks", schedule.steps().size());
    plan("parts-brought", schedule.brought().stream().mapToInt(Integer::intValue).sum());
    plan("part-bytes", brought);
    plan("up-bytes", up);
    plan("predicted-up-bytes", planner.predictedUp(classes, slots));
    plan("down-bytes", rows.downBytes());
    plan("host-bytes", parts.bytes());
    plan("page-locked", rows.isLocked() && parts.isLocked());
    plan("predicted-link-ms", String.format(Locale.ROOT, "%.3f", up / GridPolicy.LINK_RATE * 1e3));
    tuning
        .values()
        .forEach(
            (choice, value) -> {
              if (choice == Choice.GRID_CLASSES || choice == Choice.GRID_SHARES) {
                plan("forced-" + choice.text(), value);
              }
            });
  }

  private void plan(String name, Object value) {
    plan.put(name, value.toString());
  }

  /** What was chosen and moved, by name. */
  public SortedMap<String, String> plan() {
    return plan;
  }

  /** Time until the parts lay on the host. */
  public long prepareNanos() {
    return prepareNanos;
  }
}
