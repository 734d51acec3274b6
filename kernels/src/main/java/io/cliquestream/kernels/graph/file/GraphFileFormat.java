package io.cliquestream.kernels.graph.file;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a graph file lists its edges. Each may also be compressed by gzip or zstd. */
public enum GraphFileFormat {
  /** Recognised by content and file name; see {@link FormatDetector}. */
  AUTO("auto"),
  /**
   * SNAP edge list: a pair of ids a line, blanks or tabs between them; lines that start with # or %
   * are comments. Every line has as many columns as the first: two, or a third with a number (a
   * weight, a sign or a time, not read), or a fourth as in KONECT. More columns, or lines of
   * different length, are refused as a likely list of neighbours.
   */
  SNAP("snap"),
  /**
   * MatrixMarket coordinate file of a square matrix; its values are not read, its ids start at 1.
   */
  MATRIX_MARKET("mtx"),
  /**
   * DIMACS file of cliques or colouring ("p edge" or "p col", then "e u v" lines), or of paths or
   * flows ("p sp" or "p max", then "a u v VALUE" lines); ids start at 1.
   */
  DIMACS("dimacs"),
  /**
   * METIS: a header, then one line of neighbours per vertex, each edge in the lines of both its
   * ends; weights are not read; ids start at 1.
   */
  METIS("metis"),
  /** Plain pairs of little-endian unsigned 32-bit ids. */
  U32("u32"),
  /** Plain pairs of little-endian unsigned 64-bit ids. */
  U64("u64");

  private final String label;

  GraphFileFormat(String label) {
    this.label = label;
  }

  /** {@return the name people give the format in options} */
  public String label() {
    return label;
  }

  /**
   * The format of a name, letters in either case.
   *
   * @param text such as {@code mtx}
   * @return empty when no format has this name
   */
  public static Optional<GraphFileFormat> ofLabel(String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(format -> format.label.equals(wanted)).findFirst();
  }
}
