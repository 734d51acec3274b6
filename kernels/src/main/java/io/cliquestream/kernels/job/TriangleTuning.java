package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Choices of a triangle kernel's plan that a job forces; the planner makes the others. They change
 * the time a count takes, never the count. Engines without such kernels ignore them.
 *
 * @param values by choice; what is missing is the planner's
 */
public record TriangleTuning(SortedMap<Choice, Long> values) {
  private static final TriangleTuning NONE = new TriangleTuning(new TreeMap<>());

  /** What can be forced. */
  public enum Choice {
    /** Wedges: 1 answers hub prefixes by one-bit matrix products, 0 never does. */
    CORE(0, 1),
    /** Wedges: 1 compares very short rows in registers, 0 never does. */
    TINY(0, 1),
    /** Wedges: 2 windows of 65,535 hubs for large owners, or 1. */
    WINDOWS(1, 2),
    /** Wedges: word-ANDs of the matrix unit that cost as much as one probe. */
    CORE_GAIN(1, 1 << 20),
    /** Wedges: probes of one work item. */
    CHUNK_PROBES(256, 1 << 30),
    /** Wedges: owners with at least so many probes get a block. */
    BLOCK_PROBES(1, 1 << 30),
    /** Wedges: 1 groups tail entries by owner, 0 walks them. */
    GROUP_TAILS(0, 1),
    /** Hash: vertices a block or warp takes at a time. */
    CHUNK_VERTICES(1, 1 << 20),
    /** All: launches that a count is cut into. */
    SLICES(1, 4096);

    private final long least;
    private final long most;

    Choice(long least, long most) {
      this.least = least;
      this.most = most;
    }

    /** The name on the command line and in requests: lower case, words joined by "-". */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public TriangleTuning {
    values = new TreeMap<>(values);
    values.forEach(
        (choice, value) ->
            Options.require(
                value >= choice.least && value <= choice.most,
                "%s must be between %d and %d, not %d"
                    .formatted(choice.text(), choice.least, choice.most, value)));
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
    SortedMap<Choice, Long> values = new TreeMap<>();
    named.forEach((name, value) -> values.put(choice(name), value));
    return values.isEmpty() ? NONE : new TriangleTuning(values);
  }

  private static Choice choice(String name) {
    return Stream.of(Choice.values())
        .filter(choice -> choice.text().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ComputeException(
                    FailureCode.OPTION_INVALID,
                    "no tuning choice '"
                        + name
                        + "'; there are "
                        + Stream.of(Choice.values())
                            .map(Choice::text)
                            .collect(Collectors.joining(", "))));
  }

  /** The value forced, or another one. */
  public long get(Choice choice, long otherwise) {
    return values.getOrDefault(choice, otherwise);
  }
}
