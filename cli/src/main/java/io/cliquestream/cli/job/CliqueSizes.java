package io.cliquestream.cli.job;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Which clique sizes to count.
 *
 * @param all every size; the bounds are 0 then, as the contract has it
 */
record CliqueSizes(boolean all, int smallest, int largest) {

  /** Reads a number, a range such as 3..10, or all. */
  static final class Converter implements ITypeConverter<CliqueSizes> {
    @Override
    public CliqueSizes convert(String text) {
      if (text.equals("all")) {
        return new CliqueSizes(true, 0, 0);
      }
      int dots = text.indexOf("..");
      int smallest = number(dots < 0 ? text : text.substring(0, dots), text);
      int largest = dots < 0 ? smallest : number(text.substring(dots + 2), text);
      if (largest < smallest) {
        throw invalid(text);
      }
      return new CliqueSizes(false, smallest, largest);
    }

    private static int number(String digits, String text) {
      try {
        int value = Integer.parseInt(digits.strip());
        if (value >= 1) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Falls through to the message, which fits both mistakes.
      }
      throw invalid(text);
    }

    private static TypeConversionException invalid(String text) {
      return new TypeConversionException(
          "'" + text + "' is not a number from 1, a range such as 3..10, or all");
    }
  }
}
