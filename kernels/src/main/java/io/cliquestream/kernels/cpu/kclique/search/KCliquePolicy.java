package io.cliquestream.kernels.cpu.kclique.search;

import java.time.Duration;

/** Tuning of k-clique counting, measured on two AMD EPYC cores. */
public final class KCliquePolicy {
  /** Steps (one row of candidates looked at) between two looks at cancellation: about 100 µs. */
  static final int STEPS_BETWEEN_CHECKS = 50_000;

  /**
   * List elements read into a matrix between two looks at cancellation, within a root or over many:
   * about a millisecond.
   */
  static final int ELEMENTS_BETWEEN_CHECKS = 500_000;

  /**
   * Steps of a thread's search before small sets of candidates are closed by a table: until it is
   * compiled as a whole, a table and its bit operations cost more than they spare.
   */
  static final long STEPS_WITHOUT_TABLE = 1 << 19;

  /** A subtree with fewer candidates is never handed to another thread. */
  public static final int SMALLEST_SPLIT = 16;

  /** Chunks for each thread, so that the last ones to end are short. */
  public static final int CHUNKS_PER_THREAD = 256;

  /** Most chunks; their bounds are kept in memory. */
  public static final int MAXIMUM_CHUNKS = 1 << 16;

  /**
   * A candidate's row is looked up by binary search when its list is this many times longer than
   * the list of candidates before it, and streamed otherwise.
   */
  static final int SEARCH_RATIO = 12;

  /** Roots the planner samples. */
  public static final int SAMPLED_ROOTS = 48;

  /** Roots below which the cliques of a list are counted, for its prediction. */
  public static final int COUNTED_ROOTS = 384;

  /** Classes of out-degrees with a sample each. */
  public static final int SAMPLE_CLASSES = 6;

  /** Steps the planner may spend on sampling one method: some milliseconds. */
  public static final long SAMPLING_STEPS = 3_000_000;

  /**
   * Random descents below each sampled root when the budget did not do: some tenths of a second.
   */
  public static final int DESCENTS = 64;

  /** Time of a step on one thread, for predictions only. */
  public static final double STEP_NANOS = 5;

  /** A job predicted to take longer than this is refused: ten years. */
  public static final double HOPELESS_SECONDS = 10 * 365.0 * 24 * 3600;

  /** A pass over a range of sizes is long from so many steps on: a second of one thread. */
  public static final double LONG_PASS_STEPS = 2e8;

  /** Small sizes are counted before a long pass while they take so much of its steps at most. */
  public static final double SMALL_SIZES_SHARE = 1 / 8.0;

  /**
   * A size that is predicted to take longer is not counted before the others without a deadline.
   */
  public static final Duration SMALL_SIZES_TIME = Duration.ofSeconds(2);

  /** Time after a stop for the lower bounds that a pass has proven. */
  public static final Duration BOUNDS_TIME = Duration.ofMillis(200);

  /** Time of a pivoting step in orientation steps: it also keeps the best vertex and the sum. */
  public static final double PIVOT_STEP_COST = 1.6;

  /** Up to this many pairs a set of disjoint non-edges is expanded at once into the histogram. */
  static final int EXPANDED_PAIRS = 24;

  /**
   * Fewer candidates of a tile are branched on without asking whether their complement falls apart:
   * a product saves less there than the question costs (measured: 10 to 24 per cent of the time).
   */
  static final int SMALLEST_PRODUCT = 24;

  /**
   * Pairs of local vertices are summed for a root with up to so many of them, 4 MiB a thread; those
   * of larger ones are added to the totals of all threads at once.
   */
  public static final int MOST_PAIRED = 1 << 10;

  /**
   * Candidates squared times words of a row up to which counts by edge close three vertices at
   * once: at most some ten milliseconds, which are not handed to other threads.
   */
  public static final long MOST_CLOSED = 1L << 26;

  /** Sizes a bounded range may span. */
  public static final int MAXIMUM_RANGE = 1 << 20;

  private KCliquePolicy() {}
}
