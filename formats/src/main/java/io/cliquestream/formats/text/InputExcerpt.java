package io.cliquestream.formats.text;

import io.cliquestream.kernels.text.Escapes;
import java.nio.charset.StandardCharsets;

/**
 * Pieces of files and names as messages quote them: short, on one line, and without a character
 * that a terminal or a log would act upon.
 */
public final class InputExcerpt {
  private static final int BYTES = 60;
  private static final int CHARACTERS = 200;

  private InputExcerpt() {}

  /** The first bytes of a line, as UTF-8 as far as they are. */
  public static String of(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
      end--;
    }
    int shown = Math.min(end, from + BYTES);
    // No half of a character.
    while (shown < end && shown > from && (bytes[shown] & 0xC0) == 0x80) {
      shown--;
    }
    String text = new String(bytes, from, shown - from, StandardCharsets.UTF_8);
    return shown < end ? escaped(text) + "..." : escaped(text);
  }

  /** Text from outside, its beginning when it is long. */
  public static String of(String text) {
    return text.length() <= CHARACTERS
        ? escaped(text)
        : escaped(text.substring(0, CHARACTERS)) + "...";
  }

  /** Text in which what is not to be seen stands as an escape; lengthens, never cuts. */
  public static String escaped(String text) {
    return Escapes.escaped(text);
  }
}
