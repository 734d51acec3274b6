package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.failure.Options;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Something of a kernel's plan that a job can force: a constant of an enum, with its bounds. */
public interface TuningChoice {
  /**
   * The values that a choice can have.
   *
   * @param least smallest one
   * @param most largest one
   * @param help what they do, without a full stop
   * @param words names of the values, the smallest first; none where values are numbers alone
   */
  record Range(long least, long most, String help, List<String> words) {
    /** Keeps its own copy of the words. */
    public Range {
      words = List.copyOf(words);
    }

    /**
     * Values that are numbers alone.
     *
     * @param least smallest one
     * @param most largest one
     * @param help what they do, without a full stop
     */
    public Range(long least, long most, String help) {
      this(least, most, help, List.of());
    }
  }

  /** {@return the constant's own name} */
  String name();

  /** {@return its values} */
  Range range();

  /**
   * A value as a person writes it.
   *
   * @param value of its range
   * @return a word where the values have names, else the number
   */
  default String text(long value) {
    List<String> words = range().words();
    return words.isEmpty() ? Long.toString(value) : words.get((int) value);
  }

  /** {@return the name on the command line and in requests: lower case, words joined by "-"} */
  default String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * A sorted copy of forced values, checked.
   *
   * @param <C> the enum of choices
   * @param values forced, by choice
   * @return the caller's own
   * @throws ComputeException OPTION_INVALID for a value out of bounds
   */
  static <C extends Enum<C> & TuningChoice> SortedMap<C, Long> checked(Map<C, Long> values) {
    values.forEach(
        (choice, value) ->
            Options.require(
                value >= choice.range().least() && value <= choice.range().most(),
                "%s must be between %d and %d, not %d"
                    .formatted(
                        choice.text(), choice.range().least(), choice.range().most(), value)));
    return new TreeMap<>(values);
  }

  /**
   * Choices by their names.
   *
   * @param <C> the enum of choices
   * @param choices all constants of the enum
   * @param named values by {@link #text()}
   * @return the same by choice
   * @throws ComputeException OPTION_INVALID for a name that does not exist
   */
  static <C extends Enum<C> & TuningChoice> SortedMap<C, Long> named(
      C[] choices, Map<String, Long> named) {
    SortedMap<C, Long> values = new TreeMap<>();
    named.forEach((name, value) -> values.put(named(choices, name), value));
    return values;
  }

  private static <C extends Enum<C> & TuningChoice> C named(C[] choices, String name) {
    return Stream.of(choices)
        .filter(choice -> choice.text().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ComputeException(
                    FailureCode.OPTION_INVALID,
                    "no tuning choice '"
                        + name
                        + "'; there are "
                        + Stream.of(choices)
                            .map(TuningChoice::text)
                            .collect(Collectors.joining(", "))));
  }
}
