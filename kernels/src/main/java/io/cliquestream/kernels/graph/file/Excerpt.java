package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.text.Escapes;
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
    String text =
        Escapes.escaped(new String(bytes, from, shown - from, StandardCharsets.ISO_8859_1), 0x7F);
    return shown < to ? text + "..." : text;
  }

  /** The first bytes of a line of ISO 8859-1. */
  static String ofLine(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
    return ofLine(bytes, 0, bytes.length);
  }

  /** A file's name, or anything else that comes from outside and may be in any script. */
  static String ofName(String name) {
    return name.length() <= NAME_CHARACTERS
        ? Escapes.escaped(name)
        : Escapes.escaped(name.substring(0, NAME_CHARACTERS)) + "...";
  }
}
