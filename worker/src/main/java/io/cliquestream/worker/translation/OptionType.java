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

  /** Choices of a kernel's plan by their names, such as core=0,slices=8. */
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
      case Tuning _ -> tuning(text);
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

  private static Map<String, Integer> tuning(String text) {
    Map<String, Integer> values = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.split("=", -1);
      try {
        values.put(sides[0].strip(), Integer.parseUnsignedInt(sides[sides.length - 1].strip()));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + part + "' is not a choice like slices=8", e);
      }
    }
    return values;
  }
}
