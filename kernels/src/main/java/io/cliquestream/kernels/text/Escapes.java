package io.cliquestream.kernels.text;

/** Text from outside as messages quote it: without what a terminal or a log would act upon. */
public final class Escapes {
  private Escapes() {}

  /**
   * Escapes what is not to be seen; lengthens, never cuts.
   *
   * @param text from outside
   * @return the same, fit to be shown
   */
  public static String escaped(String text) {
    return escaped(text, Character.MAX_CODE_POINT + 1);
  }

  /**
   * The same, with an escape for whatever is from a character on, too.
   *
   * @param text from outside
   * @param firstNotShown the least code point that is escaped whatever it is
   * @return the same, fit to be shown
   */
  public static String escaped(String text, int firstNotShown) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints().forEach(character -> append(shown, character, firstNotShown));
    return shown.toString();
  }

  private static void append(StringBuilder shown, int character, int firstNotShown) {
    switch (character) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (character < firstNotShown && isShown(character)) {
          shown.appendCodePoint(character);
        } else if (character <= 0xFF) {
          shown.append(String.format("\\x%02x", character));
        } else {
          shown.append(String.format("\\u%04x", character));
        }
      }
    }
  }

  /** Not for control characters, line separators and marks that turn the direction of text. */
  private static boolean isShown(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED,
          Character.PRIVATE_USE ->
          false;
      default -> true;
    };
  }
}
