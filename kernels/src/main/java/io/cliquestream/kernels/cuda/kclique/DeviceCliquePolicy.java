package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.time.Duration;

/**
 * Tuning of k-clique counting on a device. Times are of one H200 (132 multiprocessors) and scaled
 * by the number of multiprocessors elsewhere.
 */
public final class DeviceCliquePolicy {
  /** Multiprocessors of the device that the times below were measured on. */
  static final int MEASURED_MULTIPROCESSORS = 132;

  /**
   * Share of the device's budget for matrices of roots that do not fit shared memory, and for the
   * blocks of local counts: one in so many.
   */
  static final long MATRIX_SHARE = 4;

  /** Bytes of those matrices at most. */
  static final long MOST_MATRIX_BYTES = 8L << 30;

  /** Share of the budget that the paper's resident blocks may take: one in so many. */
  static final long PAPER_SHARE = 2;

  /** Resident blocks of the paper's kernels on a multiprocessor, where memory allows it. */
  static final int PAPER_BLOCKS = 8;

  /** Group of threads that the paper's configurations are first compared with. */
  static final int PAPER_GROUP = 8;

  /** Sizes that a bounded range may span. */
  static final int MOST_SIZES = 1 << 20;

  /** Most sizes that are counted by orientation, a run each, unless the job forces it. */
  static final int MOST_ORIENTATION_SIZES = 3;

  /** Roots of a sample, and tasks of one by the paper's kernels, which is timed and so larger. */
  public static final long SAMPLED_ROOTS = 1024;

  static final long SAMPLED_PAPER_TASKS = 1 << 15;

  /** Tasks that a sample must have at least, where tasks are not cut. */
  static final long LEAST_SAMPLED_TASKS = 8;

  /** Time of a sample; one that takes longer is stopped and drawn again of fewer roots. */
  static final Duration SAMPLE_LIMIT = Duration.ofMillis(4);

  /** The least that a sample is given, however short another way to count is predicted to be. */
  static final Duration LEAST_SAMPLE_LIMIT = Duration.ofNanos(300_000);

  /** A way to count is sampled for at most one in so many of the time predicted for another. */
  static final long SAMPLE_SHARE = 4;

  /** A sample drawn again has so many times fewer roots. */
  static final long RESAMPLING = 16;

  /** Times a sample is drawn before its lower bound must do. */
  static final int MOST_SAMPLES = 4;

  /** Any count: launches, clearing and the way back of the result. */
  static final double FIXED_NANOS = 100_000;

  /** Clock cycles of busy warps in a nanosecond of pivoting: 2,200 to 4,000 on an H200. */
  private static final double PIVOTING_CYCLES_PER_NANO = 3_000;

  /** The same of counting along the orientation: 5,000 to 10,000. */
  private static final double ORIENTATION_CYCLES_PER_NANO = 7_000;

  /** A step that the host's forecast counts (a row of candidates looked at), on the device. */
  public static final double STEP_NANOS = 0.05;

  /** A launch is cut so that it lasts about this long: other lanes get in between two of them. */
  private static final double SLICE_NANOS = 40e6;

  /**
   * A launch of a count that is cut into the usual most of them. Its tail is the last rows of its
   * roots, a second and more on a dense graph, and other heavy tasks wait for its end.
   */
  private static final double LONGEST_SLICE_NANOS = 4e9;

  /** Where only a lower bound is known, the time that slices are cut for is so many times it. */
  static final double BEYOND_BOUND = 64;

  /** Launches that a job is cut into, at most, while they are not longer than the longest. */
  private static final int USUAL_SLICES = 1024;

  /** Launches that a job is cut into, at most, unless it forces more. */
  private static final int MOST_SLICES = 1 << 16;

  /** Device bytes of a count before its plan is known; a count that needs more is run again. */
  public static final long GUESSED_BYTES = 512L << 20;

  /** At first a count asks for at most this share of the budget: one in so many. */
  static final long GUESSED_SHARE = 8;

  /** A count that took longer than this is logged for operators, others for developers. */
  static final double LONG_NANOS = 1e9;

  /**
   * An order that is made: passes or peeling rounds, launches and memory, whatever the size of the
   * graph. Measured on six graphs of 0.8 to 15 million edges: 0.6 to 2.2 ms and 2.3 to 15 ms with
   * what their edges add.
   */
  private static final double APPROXIMATE_NANOS = 550_000;

  private static final double DEGENERACY_NANOS = 2_000_000;

  /** The same: what an edge adds, the rows by the new order included. */
  private static final double APPROXIMATE_EDGE_NANOS = 0.15;

  private static final double DEGENERACY_EDGE_NANOS = 0.8;

  /**
   * Share of a count's time by degree that a better order saves, on the average of 22 counts on
   * those graphs: of pivoting nothing to a quarter, of orientation nothing to a tenth.
   */
  private static final double ORDER_SAVES_PIVOTING = 0.15;

  private static final double ORDER_SAVES_ORIENTATION = 0.05;

  private DeviceCliquePolicy() {}

  /** Time to make an order of a graph by degree, on an H200. */
  static double orderNanos(CliqueOrder order, long edges) {
    return switch (order) {
      case DEGREE -> 0;
      case APPROXIMATE -> APPROXIMATE_NANOS + APPROXIMATE_EDGE_NANOS * edges;
      case DEGENERACY -> DEGENERACY_NANOS + DEGENERACY_EDGE_NANOS * edges;
    };
  }

  /** Share of a count's time by degree that a better order saves. */
  static double orderSaves(KCliqueMethod method) {
    return switch (method) {
      case ORIENTATION -> ORDER_SAVES_ORIENTATION;
      case PIVOTING -> ORDER_SAVES_PIVOTING;
    };
  }

  /** How much longer than on the measured device work takes on a lane's. */
  static double scale(Lane lane) {
    return (double) MEASURED_MULTIPROCESSORS / lane.device().description().multiprocessors();
  }

  /** Launches for a count on one device that is predicted to take so many nanoseconds. */
  static int slices(double nanos) {
    return (int) Math.clamp(Math.ceil(nanos / SLICE_NANOS), 1, mostSlices(nanos));
  }

  /** The most launches for it, on any number of devices. */
  static int mostSlices(double nanos) {
    return (int) Math.clamp(Math.ceil(nanos / LONGEST_SLICE_NANOS), USUAL_SLICES, MOST_SLICES);
  }

  /** Clock cycles of busy warps in a nanosecond of counting by a method, on an H200. */
  static double cyclesPerNano(KCliqueMethod method) {
    return switch (method) {
      case ORIENTATION -> ORIENTATION_CYCLES_PER_NANO;
      case PIVOTING -> PIVOTING_CYCLES_PER_NANO;
    };
  }
}
