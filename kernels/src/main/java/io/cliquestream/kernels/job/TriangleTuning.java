package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.Options;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Choices of a triangle kernel's plan that a job forces; the planner makes the others. They change
 * the time a count takes, never the count. Engines without such kernels ignore them.
 *
 * @param values by choice; what is missing is the planner's
 */
public record TriangleTuning(SortedMap<Choice, Long> values) {
  private static final TriangleTuning NONE = new TriangleTuning(new TreeMap<>());

  /** Methods by hashing. */
  private static final Set<TriangleMethod> HASHING =
      EnumSet.of(
          TriangleMethod.HASH, TriangleMethod.HASH_IN_DEGREE, TriangleMethod.HASH_COLLECTIVE);

  /** What can be forced. */
  public enum Choice implements TuningChoice {
    /** Whether hub prefixes are answered by the matrix unit. */
    CORE(0, 1, "Wedges: 1 answers hub prefixes by one-bit matrix products, 0 never does"),
    /** Whether very short rows are compared in registers. */
    TINY(0, 1, "Wedges: 1 compares very short rows in registers, 0 never does"),
    /** Windows of 65,535 hubs each. */
    WINDOWS(1, 2, "Wedges: 2 windows of 65,535 hubs for large owners, or 1"),
    /** What a word-AND of the matrix unit costs against a probe. */
    CORE_GAIN(1, 1 << 20, "Wedges: word-ANDs of the matrix unit that cost as much as one probe"),
    /** Probes of a work item. */
    CHUNK_PROBES(256, 1 << 30, "Wedges: probes of one work item"),
    /** From how many probes on an owner gets a block. */
    BLOCK_PROBES(1, 1 << 30, "Wedges: owners with at least so many probes get a block"),
    /** Whether tail entries are grouped by owner. */
    GROUP_TAILS(0, 1, "Wedges: 1 groups tail entries by owner, 0 walks them"),
    /** Vertices that a block or a warp takes at a time. */
    CHUNK_VERTICES(1, 1 << 20, "Hash: vertices a block or warp takes at a time"),
    /** How the hash kernel reads the lists of neighbours. */
    TWO_HOP_LISTS(
        "Hash: how a warp reads the lists of neighbours: as one array, by 32, 16 or 8 lanes each, or"
            + " copied together",
        List.of("virtual", "warp", "half-warp", "quarter-warp", "physical")),
    /** Launches that a count is cut into. */
    SLICES(1, 4096, "All: launches that a count is cut into"),
    /** Classes of ranks of a graph that is cut on the host. */
    GRID_CLASSES(1, 16, "In parts on the host: n classes of ranks make n^2 parts and n^3 tasks"),
    /** Launches of a task of a graph that is cut on the host. */
    GRID_SHARES(1, 16, "In parts on the host: launches that each task is cut into");

    @SuppressWarnings("ImmutableEnumChecker") // a range never changes
    private final Range range;

    Choice(long least, long most, String help) {
      this.range = new Range(least, most, help);
    }

    Choice(String help, List<String> words) {
      this.range = new Range(0, words.size() - 1L, help, words);
    }

    @Override
    public Range range() {
      return range;
    }
  }

  /**
   * Checks and copies the values.
   *
   * @throws ComputeException OPTION_INVALID for a value out of its choice's bounds
   */
  public TriangleTuning {
    values = TuningChoice.checked(values);
  }

  /**
   * A tuning that leaves everything to the planner.
   *
   * @return without values
   */
  public static TriangleTuning none() {
    return NONE;
  }

  /**
   * Choices by their names.
   *
   * @param named values by {@link TuningChoice#text()}
   * @return what forces these
   * @throws ComputeException OPTION_INVALID for a name that does not exist or a value out of bounds
   */
  public static TriangleTuning of(Map<String, Long> named) {
    SortedMap<Choice, Long> values = TuningChoice.named(Choice.values(), named);
    return values.isEmpty() ? NONE : new TriangleTuning(values);
  }

  /**
   * Checks that a method has the choices.
   *
   * @throws ComputeException OPTION_INVALID for how two-hop lists are read by a method that reads
   *     none
   */
  void check(Optional<TriangleMethod> method) {
    Options.require(
        !values.containsKey(Choice.TWO_HOP_LISTS) || method.filter(HASHING::contains).isPresent(),
        "two-hop-lists goes with the methods hash, hash-in-degree and hash-collective alone");
  }

  /**
   * {@return the value forced, or another one}
   *
   * @param choice one of this tuning's
   * @param otherwise when nothing is forced
   */
  public long get(Choice choice, long otherwise) {
    return values.getOrDefault(choice, otherwise);
  }
}
