package io.cliquestream.kernels.graph.file;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * MatrixMarket coordinate files (Boisvert, Pozo and Remington, NISTIR 5935): a banner, comments, a
 * size line, one entry a line. The matrix is read as an adjacency matrix, whatever its symmetry;
 * values are ignored, and may be missing, as they are in published files.
 */
final class MatrixMarketFormat implements TextFormat {
  static final String BANNER = "%%matrixmarket";
  private static final Set<String> FIELDS = Set.of("pattern", "real", "integer", "complex");
  private static final Set<String> SYMMETRIES =
      Set.of("general", "symmetric", "skew-symmetric", "hermitian");

  private long sizeLine;
  private long vertices;
  private long announced;

  @Override
  public void readHeader(LineBlocks lines) {
    String file = lines.name();
    String banner = lines.headerLine();
    String[] words = Header.words(banner == null ? "" : banner.toLowerCase(Locale.ROOT));
    if (words.length != 5
        || !words[0].equals(BANNER)
        || !words[1].equals("matrix")
        || !words[2].equals("coordinate")
        || !SYMMETRIES.contains(words[4])) {
      throw new InvalidLineException(
          file, 1, "expected '%%MatrixMarket matrix coordinate FIELD SYMMETRY'");
    }
    if (!FIELDS.contains(words[3])) {
      throw new InvalidLineException(file, 1, "'" + words[3] + "' is no field of entries");
    }
    String line;
    do {
      sizeLine = lines.nextLine();
      line = lines.headerLine();
    } while (line != null && (line.isEmpty() || line.startsWith("%")));
    if (line == null) {
      throw FileFailures.truncated(file, "the size line is missing");
    }
    List<Long> sizes = Header.numbers(file, sizeLine, Header.words(line), 0);
    if (sizes.size() != 3) {
      throw new InvalidLineException(file, sizeLine, "expected rows, columns and entries");
    }
    if (!sizes.get(0).equals(sizes.get(1))) {
      throw new InvalidLineException(
          file, sizeLine, "an adjacency matrix is square, this one has other rows than columns");
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
      if (first != '\n' && first != '%') {
        long row = cursor.id();
        long column = cursor.id();
        if (row - 1 < 0 || row > vertices || column - 1 < 0 || column > vertices) {
          throw cursor.invalid("row and column must be between 1 and " + vertices);
        }
        while (!cursor.atLineEnd()) {
          cursor.skipNumericColumn();
        }
        sink.add(row, column);
        entries++;
      }
      cursor.nextLine();
    }
    return entries;
  }

  @Override
  public void finish(String file, long entries, long dataLines) {
    if (entries < announced) {
      throw FileFailures.truncated(file, entries + " entries of " + announced);
    }
    if (entries > announced) {
      throw new InvalidLineException(
          file, sizeLine, announced + " entries are announced, " + entries + " follow");
    }
  }
}
