package io.cliquestream.kernels.graph.file;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * Recognises a format: first by what only one format begins with, then by the file's name, then by
 * its lines. METIS, and plain pairs under a name of their own, need the name: their content alone
 * could be anything.
 */
final class FormatDetector {
  private FormatDetector() {}

  static GraphFileFormat detect(String name, byte[] head) {
    String plain = Compression.plainName(name);
    if (startsWith(head, MatrixMarketFormat.BANNER)) {
      return GraphFileFormat.MATRIX_MARKET;
    }
    if (endsWith(plain, ".el32", ".u32")) {
      return GraphFileFormat.U32;
    }
    if (endsWith(plain, ".el64", ".u64")) {
      return GraphFileFormat.U64;
    }
    if (endsWith(plain, ".bin")) {
      return wideIds(head) ? GraphFileFormat.U64 : GraphFileFormat.U32;
    }
    if (!isText(head)) {
      throw FileFailures.unknownFormat(
          name, "it is not text; plain pairs need the format, or a name ending in .el32 or .el64");
    }
    if (endsWith(plain, ".mtx")) {
      return GraphFileFormat.MATRIX_MARKET;
    }
    if (endsWith(plain, ".clq", ".col", ".dimacs")) {
      return GraphFileFormat.DIMACS;
    }
    if (endsWith(plain, ".graph", ".metis")) {
      return GraphFileFormat.METIS;
    }
    return byLines(name, head);
  }

  private static GraphFileFormat byLines(String name, byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    long number = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      number++;
      List<String> words = HeaderLine.words(line);
      if (words.isEmpty()) {
        continue;
      }
      String first = words.getFirst();
      if (first.startsWith("#") || first.startsWith("%")) {
        continue;
      }
      if (first.equals("p") && words.size() > 1 && words.get(1).matches("edges?|col|sp|max")) {
        return GraphFileFormat.DIMACS;
      }
      if (!first.equals("c")) {
        if (first.charAt(0) >= '0' && first.charAt(0) <= '9' && words.size() > 1) {
          return GraphFileFormat.SNAP;
        }
        throw FileFailures.unknownFormat(
            name,
            "its line %d is '%s', which is no pair of ids; the formats are lines of two ids with a"
                    .formatted(number, Excerpt.ofLine(line))
                + " blank or tab between them (SNAP), MatrixMarket, DIMACS, METIS and plain pairs"
                + " (u32, u64), each plain or packed by gzip or zstd");
      }
    }
    return GraphFileFormat.SNAP;
  }

  private static boolean endsWith(String name, String... endings) {
    for (String ending : endings) {
      if (name.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsWith(byte[] head, String lowerCase) {
    return head.length >= lowerCase.length()
        && new String(head, 0, lowerCase.length(), StandardCharsets.ISO_8859_1)
            .toLowerCase(Locale.ROOT)
            .equals(lowerCase);
  }

  private static boolean isText(byte[] head) {
    for (byte value : head) {
      if (value >= 0 && value < ' ' && value != '\n' && value != '\r' && value != '\t') {
        return false;
      }
    }
    return true;
  }

  /** Whether every second 4-byte word is zero: then 4-byte pairs would all end in vertex 0. */
  private static boolean wideIds(byte[] head) {
    if (head.length < 16) {
      return false;
    }
    for (int word = 0; word + 8 <= head.length; word += 8) {
      if ((head[word + 4] | head[word + 5] | head[word + 6] | head[word + 7]) != 0) {
        return false;
      }
    }
    return true;
  }
}
