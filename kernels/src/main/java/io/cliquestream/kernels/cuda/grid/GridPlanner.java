package io.cliquestream.kernels.cuda.grid;

import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.Arrays;

/**
 * Chooses the number of classes, chunks and shares under a budget of device bytes, and predicts
 * what they take. Sizes are upper bounds of what the C library cuts.
 *
 * <p>Ranks modulo n give every part its share of the hubs, so that parts have about the same number
 * of arcs; only towards the class of the largest hub there are more, its degree by n. How many
 * there are is known once the rows have come past; {@link #slots} is then asked again.
 *
 * @param vertices of the graph
 * @param active vertices with a neighbour
 * @param edges of the graph
 * @param maximumDegree largest degree
 * @param budget device bytes
 */
record GridPlanner(long vertices, long active, long edges, long maximumDegree, long budget) {
  /** Rows and arcs of a part are numbered by 32 bits. */
  static final long MOST_ARCS = (1L << 32) - 1;

  private static final long ROUNDING = 4096;

  /** What a chunk holds. */
  record Chunk(long entries, long rows) {}

  /**
   * The smallest number of classes with which three parts fit and the two that come next, else the
   * smallest with which three do.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED where there is none
   */
  int classes() {
    for (int wanted : new int[] {GridPolicy.WANTED_SLOTS, GridPolicy.LEAST_SLOTS}) {
      for (int classes = 1; classes <= GridPolicy.MOST_CLASSES; classes++) {
        long arcs = predictedArcs(classes);
        if (arcs <= MOST_ARCS
            && slots(classes, arcs, arcs) >= Math.min(wanted, classes * classes)) {
          return classes;
        }
      }
    }
    throw tooSmall(GridPolicy.MOST_CLASSES);
  }

  /** What a budget that holds too few parts comes to. */
  ComputeException tooSmall(int classes) {
    return new ComputeException(
        FailureCode.JOB_MEMORY_EXCEEDED,
        "%d bytes of device memory do not hold three parts of the graph by %d classes of ranks"
            .formatted(budget, classes));
  }

  /** Arcs of the largest part, as far as is known before there are parts. */
  long predictedArcs(int classes) {
    double share = (double) edges / classes / classes * GridPolicy.UNEVEN;
    return Math.min(edges, (long) share + maximumDegree / classes + GridPolicy.LEAST_ROWS);
  }

  /**
   * Parts that the device holds at a time; fewer than three where n² are more is too few.
   *
   * @param arcs of the largest part
   * @param rows of the part with most that are not empty
   */
  int slots(int classes, long arcs, long rows) {
    long room = budget - beside(classes, arcs, rows);
    return (int) Math.clamp(room / partBytes(classes, arcs), 0, (long) classes * classes);
  }

  /** Whether so many parts on the device are enough. */
  static boolean isEnough(int classes, int slots) {
    return slots >= Math.min(GridPolicy.LEAST_SLOTS, classes * classes);
  }

  long classSize(int classes) {
    return Math.max(1, (active + classes - 1) / classes);
  }

  /** A part on the device: its arcs, and where the row of each place is. */
  long partBytes(int classes, long arcs) {
    return 4 * arcs + 8 * classSize(classes) + ROUNDING;
  }

  /** One part by target, the rows of one that arrives, and counters. */
  private long beside(int classes, long arcs, long rows) {
    long places = classSize(classes);
    return 4 * arcs
        + 4 * places
        + places / 16
        + 8 * Math.min(rows, places)
        + DeviceGraphMemory.SMALL;
  }

  /**
   * What crosses at a time while parts are made.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED where not even the longest row does
   */
  Chunk chunk(int classes) {
    long wanted =
        Math.clamp(
            budget / GridPolicy.BUDGET_BYTES_A_NEIGHBOR,
            GridPolicy.LEAST_CHUNK,
            GridPolicy.MOST_CHUNK);
    long entries = Math.max(Math.min(wanted, Math.max(2 * edges, 1)), maximumDegree);
    long rows = Math.max(GridPolicy.LEAST_ROWS, entries / GridPolicy.NEIGHBORS_A_ROW);
    long ranks = 4 * vertices + ROUNDING;
    long ranking =
        16 * vertices
            + DeviceGraphMemory.sortScratch(vertices)
            + 8 * Math.min(vertices, GridPolicy.OFFSETS);
    long chunks = 2 * chunkBytes(classes, entries, rows) + 8L * classes * classes;
    if (ranks + Math.max(ranking, chunks) + DeviceGraphMemory.SMALL > budget) {
      throw tooSmall(classes);
    }
    return new Chunk(entries, rows);
  }

  private static long chunkBytes(int classes, long entries, long rows) {
    return 8 * entries
        + 8 * Math.min(entries, rows * classes)
        + 12 * (rows + 1)
        + entries / 64
        + 32L * classes * classes
        + ROUNDING;
  }

  /** Launches of each task, so that one takes not much longer than it should. */
  int shares(int classes) {
    long tasks = (long) classes * classes * classes;
    double nanos = edges * GridPolicy.EDGE_NANOS / tasks;
    long most = Math.min(GridPolicy.MOST_SHARES, GridPolicy.MOST_LAUNCHES / tasks);
    return (int) Math.clamp((long) Math.ceil(nanos / GridPolicy.LAUNCH_NANOS), 1, most);
  }

  /**
   * Bytes that go up, as predicted: rows with their offsets, twice, and parts of the same size.
   *
   * @param slots parts that the device holds
   */
  long predictedUp(int classes, int slots) {
    long part = 4 * edges / ((long) classes * classes);
    long[] bytes = new long[classes * classes];
    Arrays.fill(bytes, part);
    return 8 * edges + 16 * vertices + GridSchedule.best(classes, slots, bytes).bytes(bytes);
  }
}
