package io.cliquestream.worker.translation;

/**
 * Which clique sizes to count.
 *
 * @param all every size; the bounds are 0 then, as the contract has it
 */
record CliqueSizes(boolean all, int smallest, int largest) {
  /** Reads a number, a range such as 3..10, or all. */
  static CliqueSizes parse(String text) {
    if (text.equals("all")) {
      return new CliqueSizes(true, 0, 0);
    }
    int dots = text.indexOf("..");
    int smallest = number(dots < 0 ? text : text.substring(0, dots), text);
    int largest = dots < 0 ? smallest : number(text.substring(dots + 2), text);
    if (largest < smallest) {
      throw unreadable(text);
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
      // Falls through to the message, which fits all mistakes.
    }
    throw unreadable(text);
  }

  private static IllegalArgumentException unreadable(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is not a number from 1, a range such as 3..10, or all");
  }
}
