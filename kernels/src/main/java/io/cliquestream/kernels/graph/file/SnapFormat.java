package io.cliquestream.kernels.graph.file;

import java.util.List;
import java.util.Locale;

/**
 * Lists of edges, a line each: two ids, and on every line of the file the same number of columns.
 *
 * <p>A third column is a weight, a sign or a time and is not read. With a fourth column a file is
 * either one of KONECT (weight and time; its first line says "% sym" or "% asym") or, when the
 * columns behind the ids could be ids themselves, more likely a list of neighbours, which must not
 * be read as pairs; so those are refused, as are five columns and more. A list of neighbours in
 * which every vertex has two is not to be told from weighted edges and is read as such.
 */
final class SnapFormat implements TextFormat {
  private static final int MOST_COLUMNS = 4;
  private static final String REMEDY =
      "; if the line lists the neighbours of its first id, make each an edge of its own, as in:"
          + " awk '!/^[#%]/ {for (i = 2; i <= NF; i++) print $1, $i}' FILE;"
          + " if only the first two columns are ids, keep them, as in:"
          + " awk '!/^[#%]/ {print $1, $2}' FILE";

  private int columns;
  private long firstEdgeLine;

  /** Finds the first edge, which says how many columns there are. */
  @Override
  public void readHeader(LineBlocks lines) {
    boolean konect = false;
    HeaderLine line = lines.headerLine();
    if (line != null && line.startsWith("%")) {
      konect = isKonect(line);
    }
    while (line != null && (line.isEmpty() || line.startsWith("#") || line.startsWith("%"))) {
      line = lines.headerLine();
    }
    if (line == null) {
      return;
    }
    List<String> words = line.words();
    columns = words.size();
    firstEdgeLine = line.number();
    if (columns > MOST_COLUMNS
        || (columns == MOST_COLUMNS && !konect && isWhole(words.get(2)) && isWhole(words.get(3)))) {
      throw line.invalid(
          "the line has "
              + columns
              + " columns, and what follows the first two would be dropped"
              + REMEDY);
    }
    lines.putBackHeaderLine();
  }

  /** Whether a first line is that of KONECT, "% sym WEIGHTS". */
  private static boolean isKonect(HeaderLine line) {
    List<String> words = line.words();
    return switch (words.size() < 2 ? "" : words.get(1).toLowerCase(Locale.ROOT)) {
      case "sym", "asym" -> true;
      case "bip" ->
          throw line.invalid(
              "a bipartite network of KONECT numbers either side from 1, so one id stands for two"
                  + " vertices; make the ids differ, as in:"
                  + " awk '!/^%/ {print 2 * $1, 2 * $2 + 1}' FILE");
      default -> false;
    };
  }

  private static boolean isWhole(String word) {
    return word.chars().allMatch(digit -> digit >= '0' && digit <= '9');
  }

  @Override
  public long parse(LineCursor cursor, long firstDataLine, PairSink sink) {
    long entries = 0;
    int pause = columns == 2 ? 0 : Integer.MAX_VALUE;
    while (cursor.hasLine()) {
      if (pause > 0) {
        pause--;
      } else {
        entries += cursor.plainPairs(sink);
        pause = cursor.plainPause();
        if (!cursor.hasLine()) {
          break;
        }
      }
      cursor.skipBlanks();
      byte first = cursor.current();
      if (first == '#' || first == '%') {
        cursor.skipRest();
      } else if (first != '\n') {
        long from = cursor.id();
        long to = cursor.id();
        int found = 2;
        while (!cursor.atLineEnd()) {
          cursor.skipNumericColumn();
          found++;
        }
        if (found != columns) {
          throw cursor.invalid(
              "the line has %d columns where line %d has %d"
                      .formatted(found, firstEdgeLine, columns)
                  + REMEDY);
        }
        sink.add(from, to);
        entries++;
      }
      cursor.nextLine();
    }
    return entries;
  }

  @Override
  public void finish(Totals totals) {}
}
