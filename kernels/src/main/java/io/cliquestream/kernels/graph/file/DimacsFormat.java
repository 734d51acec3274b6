package io.cliquestream.kernels.graph.file;

import java.util.List;

/**
 * DIMACS clique and colouring files (second implementation challenge, 1993): comment lines "c", a
 * problem line "p edge N M" or "p col N M", edge lines "e u v". Node, dimension and geometry lines
 * (n, d, v, x) are skipped.
 *
 * <p>Published files disagree about M: some count each edge once and some twice, whichever way the
 * file lists them. So the number of edge lines may be M, M / 2 or 2 M.
 */
final class DimacsFormat implements TextFormat {
  private long problemLine;
  private long vertices;
  private long announced;

  @Override
  public void readHeader(LineBlocks lines) {
    String file = lines.name();
    String line;
    do {
      problemLine = lines.nextLine();
      line = lines.headerLine();
    } while (line != null && (line.isEmpty() || line.startsWith("c")));
    if (line == null) {
      throw FileFailures.truncated(file, "the problem line is missing");
    }
    String[] words = Header.words(line);
    if (words.length != 4
        || !words[0].equals("p")
        || !(words[1].equals("edge") || words[1].equals("col") || words[1].equals("edges"))) {
      throw new InvalidLineException(file, problemLine, "expected 'p edge VERTICES EDGES'");
    }
    List<Long> sizes = Header.numbers(file, problemLine, words, 2);
    vertices = sizes.get(0);
    announced = sizes.get(1);
  }

  @Override
  public long parse(LineCursor cursor, long firstDataLine, PairSink sink) {
    long entries = 0;
    while (cursor.hasLine()) {
      cursor.skipBlanks();
      switch (cursor.current()) {
        case 'e' -> {
          cursor.step();
          cursor.skipBlanks();
          long from = cursor.id();
          long to = cursor.id();
          if (from - 1 < 0 || from > vertices || to - 1 < 0 || to > vertices) {
            throw cursor.invalid("vertices must be between 1 and " + vertices);
          }
          while (!cursor.atLineEnd()) {
            cursor.skipNumericColumn();
          }
          sink.add(from, to);
          entries++;
        }
        case '\n', 'c', 'n', 'd', 'v', 'x' -> {}
        default -> throw cursor.invalid("expected an edge line 'e FROM TO'");
      }
      cursor.nextLine();
    }
    return entries;
  }

  @Override
  public void finish(String file, long entries, long dataLines) {
    if (entries == announced || 2 * entries == announced || entries == 2 * announced) {
      return;
    }
    if (entries < announced) {
      throw FileFailures.truncated(file, entries + " edge lines of " + announced);
    }
    throw new InvalidLineException(
        file, problemLine, announced + " edges are announced, " + entries + " follow");
  }
}
