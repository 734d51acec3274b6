package io.cliquestream.kernels.graph.file;

import java.nio.charset.StandardCharsets;

/**
 * Pieces of files and their names as messages quote them: short, on one line, and without a byte
 * that a terminal or a log would act upon.
 */
final class Excerpt {
  private static final int LINE_BYTES = 60;
  private static final int NAME_CHARACTERS = 200;

  private Excerpt() {}

  /** The first bytes of a line; whatever is not printable ASCII as an escape. */
  static String ofLine(byte[] bytes, int from, int to) {
    int shown = Math.min(to, from + LINE_BYTES);
    StringBuilder text = new StringBuilder();
    for (int at = from; at < shown; at++) {
      append(text, (char) (bytes[at] & 0xFF), 0x7F);
    }
    return shown < to ? text + "..." : text.toString();
  }

  /** The first bytes of a line of ISO 8859-1. */
  static String ofLine(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
    return ofLine(bytes, 0, bytes.length);
  }

  /** A file's name, or anything else that comes from outside and may be in any script. */
  static String ofName(String name) {
    StringBuilder text = new StringBuilder();
    int shown = Math.min(name.length(), NAME_CHARACTERS);
    for (int at = 0; at < shown; at++) {
      append(text, name.charAt(at), Character.MAX_VALUE + 1);
    }
    return shown < name.length() ? text + "..." : text.toString();
  }

  private static void append(StringBuilder text, char character, int firstNotShown) {
    switch (character) {
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> {
        if (character < firstNotShown && isShown(character)) {
          text.append(character);
        } else if (character <= 0xFF) {
          text.append(String.format("\\x%02x", (int) character));
        } else {
          text.append(String.format("\\u%04x", (int) character));
        }
      }
    }
  }

  /** Not for control characters, line separators and marks that turn the direction of text. */
  private static boolean isShown(char character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED,
          Character.PRIVATE_USE ->
          false;
      default -> true;
    };
  }
}
