package io.cliquestream.kernels.graph.file;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * MatrixMarket coordinate files (Boisvert, Pozo and Remington, NISTIR 5935): a banner, comments, a
 * size line, one entry a line. The matrix is read as an adjacency matrix, whatever its symmetry;
 * values are ignored (an entry of value 0 is an edge, too), and may be missing, or stand in a
 * pattern, as they do in published files.
 */
final class MatrixMarketFormat implements TextFormat {
  /** What every file begins with, in either case. */
  static final String BANNER = "%%matrixmarket";

  private static final Set<String> FIELDS = Set.of("pattern", "real", "integer", "complex");
  private static final Set<String> SYMMETRIES =
      Set.of("general", "symmetric", "skew-symmetric", "hermitian");

  private HeaderLine sizeLine;
  private long vertices;
  private long announced;
  private int values;

  @Override
  public void readHeader(LineBlocks lines) {
    HeaderLine banner = lines.headerLine();
    if (banner == null) {
      throw FileFailures.truncated(lines.name(), "the banner is missing");
    }
    List<String> words = HeaderLine.words(banner.text().toLowerCase(Locale.ROOT));
    if (words.size() != 5
        || !words.get(0).equals(BANNER)
        || !words.get(1).equals("matrix")
        || !words.get(2).equals("coordinate")
        || !SYMMETRIES.contains(words.get(4))) {
      throw banner.invalid("expected '%%MatrixMarket matrix coordinate FIELD SYMMETRY'");
    }
    if (!FIELDS.contains(words.get(3))) {
      throw banner.invalid("the field of entries must be pattern, real, integer or complex");
    }
    values = words.get(3).equals("complex") ? 2 : 1;
    HeaderLine line = lines.headerLine("%", "the size line is missing");
    sizeLine = line;
    List<Long> sizes = line.numbers(0);
    if (sizes.size() != 3) {
      throw line.invalid("expected rows, columns and entries");
    }
    if (!sizes.get(0).equals(sizes.get(1))) {
      throw line.invalid("an adjacency matrix is square, this one has other rows than columns");
    }
    vertices = sizes.get(0);
    announced = sizes.get(2);
  }

  @Override
  public long parse(LineCursor cursor, long firstDataLine, PairSink sink) {
    long entries = 0;
    while (cursor.hasLine()) {
      cursor.skipBlanks();
      byte first = cursor.current();
      if (first == '%') {
        cursor.skipRest();
      } else if (first != '\n') {
        long row = cursor.vertex(vertices);
        long column = cursor.vertex(vertices);
        cursor.skipNumericColumns(values);
        sink.add(row, column);
        entries++;
      }
      cursor.nextLine();
    }
    return entries;
  }

  @Override
  public void finish(Totals totals) {
    if (totals.entries() < announced) {
      throw FileFailures.truncated(totals.file(), totals.entries() + " entries of " + announced);
    }
    if (totals.entries() > announced) {
      throw sizeLine.invalid(announced + " entries are announced, " + totals.entries() + " follow");
    }
  }
}
