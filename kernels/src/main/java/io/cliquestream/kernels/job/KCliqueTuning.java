package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.Options;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Choices of a k-clique count's plan that a job forces; the planner makes the others. They change
 * the time a count takes, never the count. The CPU engine refuses to count by the paper's kernels
 * and ignores the other choices.
 *
 * <p>The paper is Almasri, El Hajj, Nagi, Xiong and Hwu, Parallel k-clique counting on GPUs (ICS
 * 2022). Its configurations are {@link KCliqueMethod} × {@link Choice#EDGES} × {@link
 * Choice#BINARY} × {@link Choice#GROUP} × {@link io.cliquestream.kernels.graph.Ordering}; forcing
 * one of the three, or {@link Choice#PAPER} alone, counts by its kernels.
 *
 * @param values by choice; what is missing is the planner's
 */
public record KCliqueTuning(SortedMap<Choice, Long> values) {
  private static final Set<Choice> PAPERS =
      Set.of(Choice.EDGES, Choice.BINARY, Choice.GROUP, Choice.BLOCKS);

  private static final KCliqueTuning NONE = new KCliqueTuning(new TreeMap<>());

  /** What can be forced. */
  public enum Choice implements TuningChoice {
    /** Whether the paper's kernels count. */
    PAPER(0, 1, "1 counts by the paper's kernels, 0 never does"),
    /** Whether a block gets an edge or a vertex (section 4.2). */
    EDGES(0, 1, "Paper: 1 gives a block an edge, 0 a vertex (section 4.2)"),
    /** Whether sets and induced subgraphs are bits or lists (section 4.3). */
    BINARY(0, 1, "Paper: 1 keeps sets and induced subgraphs as bits, 0 as lists (section 4.3)"),
    /** Threads on one subtree (section 4.4). */
    GROUP(1, 32, "Paper: threads on one subtree, a power of two (section 4.4)"),
    /** Blocks on each multiprocessor. */
    BLOCKS(1, 16, "Paper: blocks that each multiprocessor holds, each with memory of its own"),
    /** Whether matrices past 64 rows lie in global memory. */
    GLOBAL(0, 1, "Ours: 1 keeps matrices past 64 rows in global memory, 0 where they fit"),
    /** Whether the graph is oriented by an order near degeneracy. */
    APPROXIMATE_ORDER(0, 1, "1 orients by an order near degeneracy, 0 never does"),
    /** Roots, or tasks, that the planner samples. */
    SAMPLED_ROOTS(0, 1 << 24, "All: roots, or tasks, that the planner samples; 0 samples nothing"),
    /** Parts that a count is cut into. */
    SLICES(1, 4096, "All: parts that a count is cut into");

    @SuppressWarnings("ImmutableEnumChecker") // a range never changes
    private final Range range;

    Choice(long least, long most, String help) {
      this.range = new Range(least, most, help);
    }

    @Override
    public Range range() {
      return range;
    }
  }

  /**
   * Checks and copies the values.
   *
   * @throws ComputeException OPTION_INVALID for a value out of its choice's bounds, or choices that
   *     do not go together
   */
  public KCliqueTuning {
    values = TuningChoice.checked(values);
    long group = values.getOrDefault(Choice.GROUP, 1L);
    Options.require(Long.bitCount(group) == 1, "group must be 1, 2, 4, 8, 16 or 32, not " + group);
    boolean ofPaper = values.keySet().stream().anyMatch(PAPERS::contains);
    boolean ours = values.containsKey(Choice.GLOBAL) || values.getOrDefault(Choice.PAPER, 1L) == 0;
    Options.require(
        !(ofPaper && ours), "edges, binary, group and blocks belong to the paper's kernels alone");
  }

  /**
   * A tuning that leaves everything to the planner.
   *
   * @return without values
   */
  public static KCliqueTuning none() {
    return NONE;
  }

  /**
   * Choices by their names.
   *
   * @param named values by {@link TuningChoice#text()}
   * @return what forces these
   * @throws ComputeException OPTION_INVALID for a name that does not exist or a value out of bounds
   */
  public static KCliqueTuning of(Map<String, Long> named) {
    SortedMap<Choice, Long> values = TuningChoice.named(Choice.values(), named);
    return values.isEmpty() ? NONE : new KCliqueTuning(values);
  }

  /** {@return whether the paper's kernels are to count} */
  public boolean paper() {
    return values.getOrDefault(Choice.PAPER, 0L) == 1
        || values.keySet().stream().anyMatch(PAPERS::contains);
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

  /**
   * The value forced.
   *
   * @param choice one of this tuning's
   * @return empty when it is the planner's
   */
  public OptionalLong forced(Choice choice) {
    Long value = values.get(choice);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
