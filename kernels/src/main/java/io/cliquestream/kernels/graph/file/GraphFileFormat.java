package io.cliquestream.kernels.graph.file;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a graph file lists its edges. Each may also be compressed by gzip or zstd. */
public enum GraphFileFormat {
  /** Recognised by content and file name; see {@link FormatDetector}. */
  AUTO("auto"),
  /**
   * SNAP edge list: a pair of ids a line, blanks or tabs between them; further numeric columns are
   * ignored; lines that start with # or % are comments.
   */
  SNAP("snap"),
  /**
   * MatrixMarket coordinate file of a square matrix; its values are ignored, its ids start at 1.
   */
  MATRIX_MARKET("mtx"),
  /** DIMACS clique or colouring file: "p edge" or "p col", then "e u v" lines; ids start at 1. */
  DIMACS("dimacs"),
  /**
   * METIS: a header, then one line of neighbours per vertex; weights are skipped; ids start at 1.
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

  /** The name people give the format in options. */
  public String label() {
    return label;
  }

  /** The format of a name, letters in either case. */
  public static Optional<GraphFileFormat> ofLabel(String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(format -> format.label.equals(wanted)).findFirst();
  }
}
