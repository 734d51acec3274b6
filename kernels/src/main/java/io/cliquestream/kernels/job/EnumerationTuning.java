package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.Options;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Choices of a subgraph enumeration on a GPU that a job forces. They change the time an enumeration
 * takes, never what it finds. What is counted by formulas or by wedges is not enumerated; engines
 * without such kernels ignore them.
 *
 * <p>The versions of DuMato's paper (Journal of Parallel and Distributed Computing, 2024) are
 * {@link Choice#BALANCE} with {@link Choice#LISTS_ONLY}: a thread a subgraph, a warp a subgraph,
 * and the two that stop the kernel to deal work anew.
 *
 * @param values by choice; what is missing is the engine's
 */
public record EnumerationTuning(SortedMap<Choice, Long> values) {
  private static final EnumerationTuning NONE = new EnumerationTuning(new TreeMap<>());

  /** The words of {@link Choice#BALANCE} stand in the order of the C library's constants. */
  private static final long ROUND_ROBIN = 2;

  private static final long WEIGHTED = 3;
  private static final long THREADS = 4;

  /** What can be forced. */
  public enum Choice implements TuningChoice {
    BALANCE(
        "How work is shared: not at all, given inside the kernel (what the engine does), dealt anew"
            + " in turn or by weight when the kernel stops for it, or a thread a subgraph",
        "static donate round-robin weighted threads"),
    IDLE_PERCENT(
        1, 100, "Round-robin, weighted: idle warps that stop the kernel; 30 when not given"),
    DONATIONS(
        1,
        1 << 16,
        "Round-robin, weighted: jobs that a warp gives at a stop at most; 16 when not given"),
    LISTS_ONLY(0, 1, "1 keeps sets as lists alone: no bit matrices, no lane for an edge");

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

  public EnumerationTuning {
    values = TuningChoice.checked(values);
    long balance = values.getOrDefault(Choice.BALANCE, 0L);
    boolean ofStops =
        values.containsKey(Choice.IDLE_PERCENT) || values.containsKey(Choice.DONATIONS);
    Options.require(
        !ofStops || balance == ROUND_ROBIN || balance == WEIGHTED,
        "idle-percent and donations go with balance=round-robin and balance=weighted alone");
  }

  /** Everything is the engine's. */
  public static EnumerationTuning none() {
    return NONE;
  }

  /**
   * Choices by their names.
   *
   * @throws ComputeException OPTION_INVALID for a name that does not exist, a value out of bounds,
   *     or a choice of another balance
   */
  public static EnumerationTuning of(Map<String, Long> named) {
    SortedMap<Choice, Long> values = TuningChoice.named(Choice.values(), named);
    return values.isEmpty() ? NONE : new EnumerationTuning(values);
  }

  /** Whether every thread is to search by itself. */
  public boolean byThreads() {
    return values.getOrDefault(Choice.BALANCE, 0L) == THREADS;
  }

  /** The value forced. */
  public OptionalLong forced(Choice choice) {
    Long value = values.get(choice);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
