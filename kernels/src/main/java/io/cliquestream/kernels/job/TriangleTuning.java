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
    CORE(0, 1, "Wedges: 1 answers hub prefixes by one-bit matrix products, 0 never does"),
    TINY(0, 1, "Wedges: 1 compares very short rows in registers, 0 never does"),
    WINDOWS(1, 2, "Wedges: 2 windows of 65,535 hubs for large owners, or 1"),
    CORE_GAIN(1, 1 << 20, "Wedges: word-ANDs of the matrix unit that cost as much as one probe"),
    CHUNK_PROBES(256, 1 << 30, "Wedges: probes of one work item"),
    BLOCK_PROBES(1, 1 << 30, "Wedges: owners with at least so many probes get a block"),
    GROUP_TAILS(0, 1, "Wedges: 1 groups tail entries by owner, 0 walks them"),
    CHUNK_VERTICES(1, 1 << 20, "Hash: vertices a block or warp takes at a time"),
    TWO_HOP_LISTS(
        "Hash: how a warp reads the lists of neighbours: as one array, by 32, 16 or 8 lanes each, or"
            + " copied together",
        "virtual warp half-warp quarter-warp physical"),
    SLICES(1, 4096, "All: launches that a count is cut into"),
    GRID_CLASSES(1, 16, "In parts on the host: n classes of ranks make n^2 parts and n^3 tasks"),
    GRID_SHARES(1, 16, "In parts on the host: launches that each task is cut into");

    private final long least;
    private final long most;
    private final String help;
    private final String words;

    Choice(long least, long most, String help) {
      this.least = least;
      this.most = most;
      this.help = help;
      this.words = "";
    }

    Choice(String help, String words) {
      this.least = 0;
      this.most = words.split(" ", -1).length - 1L;
      this.help = help;
      this.words = words;
    }

    @Override
    public Range range() {
      return new Range(
          least, most, help, words.isEmpty() ? List.of() : List.of(words.split(" ", -1)));
    }
  }

  public TriangleTuning {
    values = TuningChoice.checked(values);
  }

  /** Everything is the planner's. */
  public static TriangleTuning none() {
    return NONE;
  }

  /**
   * Choices by their names.
   *
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

  /** The value forced, or another one. */
  public long get(Choice choice, long otherwise) {
    return values.getOrDefault(choice, otherwise);
  }
}
