package io.cliquestream.worker.translation;

import io.cliquestream.kernels.job.TuningChoice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How an option's text reads. */
public sealed interface OptionType {
  /** true or false; false when not given. */
  record Flag() implements OptionType {}

  /** A whole number from {@code least} to {@code most}. */
  record Whole(long least, long most) implements OptionType {}

  /** One of several words, in the order of the contract's enum; the first is the default. */
  record Choice(List<String> words) implements OptionType {}

  /** A clique size, a range such as 3..10, or all. */
  record Sizes() implements OptionType {}

  /**
   * Choices of a kernel's plan by their names, such as core=0,slices=8; values that have names can
   * be given by them.
   */
  record Tuning(List<TuningChoice> choices) implements OptionType {}

  /** Text in a form of its own. */
  record Text(String label) implements OptionType {}

  /** What stands for a value in a usage text. */
  default String label() {
    return switch (this) {
      case Flag _ -> "";
      case Whole _ -> "N";
      case Choice _ -> "NAME";
      case Sizes _ -> "K";
      case Tuning _ -> "CHOICE=N";
      case Text(String label) -> label;
    };
  }

  /**
   * The value of a text: a boolean, a long, a word's index, sizes, a map of unsigned numbers, or
   * the text itself.
   *
   * @throws IllegalArgumentException when it cannot be read; the message is for the user
   */
  default Object read(String text) {
    return switch (this) {
      case Flag _ ->
          switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is not true or false");
          };
      case Whole _ -> whole(text);
      case Choice(var words) -> {
        int index = words.indexOf(text.toLowerCase(Locale.ROOT).replace('_', '-'));
        if (index < 0) {
          throw new IllegalArgumentException(
              "'" + text + "' is none of " + String.join(", ", words));
        }
        yield index;
      }
      case Sizes _ -> CliqueSizes.parse(text);
      case Tuning(var choices) -> tuning(text, choices);
      case Text _ -> text;
    };
  }

  private static long whole(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a whole number", e);
    }
  }

  private static Map<String, Integer> tuning(String text, List<TuningChoice> choices) {
    Map<String, Integer> values = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.split("=", -1);
      String name = sides[0].strip();
      String value = sides[sides.length - 1].strip();
      List<String> words = words(name, choices);
      int word = words.indexOf(value.toLowerCase(Locale.ROOT).replace('_', '-'));
      try {
        values.put(name, word >= 0 ? word : Integer.parseUnsignedInt(value));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            words.isEmpty()
                ? "'" + part + "' is not a choice like slices=8"
                : "'" + value + "' is none of " + String.join(", ", words),
            e);
      }
    }
    return values;
  }

  /** Names of the values of a choice; none where there is no such choice. */
  private static List<String> words(String name, List<TuningChoice> choices) {
    return choices.stream()
        .filter(choice -> choice.text().equals(name))
        .findFirst()
        .map(choice -> choice.range().words())
        .orElse(List.of());
  }
}
