package io.cliquestream.kernels.graph.file;

import java.util.List;

/**
 * DIMACS clique and colouring files (second implementation challenge, 1993): comment lines "c", a
 * problem line "p edge N M" or "p col N M", edge lines "e u v", perhaps with a weight. Lines of a
 * node's value "n u VALUE", of dimension "d", of a vertex's coordinates "v" and of parameters "x"
 * are checked for their shape and not read. Lines of any other letter are refused.
 *
 * <p>Published files disagree about M: some count each edge once and some twice, whichever way the
 * file lists them. So the number of edge lines may be M, M / 2 or 2 M.
 */
final class DimacsFormat implements TextFormat {
  private HeaderLine problem;
  private long vertices;
  private long announced;

  @Override
  public void readHeader(LineBlocks lines) {
    HeaderLine line;
    do {
      line = lines.headerLine();
    } while (line != null && (line.isEmpty() || line.startsWith("c")));
    if (line == null) {
      throw FileFailures.truncated(lines.name(), "the problem line is missing");
    }
    problem = line;
    List<String> words = line.words();
    if (words.size() != 4
        || !words.get(0).equals("p")
        || !(words.get(1).equals("edge")
            || words.get(1).equals("col")
            || words.get(1).equals("edges"))) {
      throw line.invalid(
          "expected 'p edge VERTICES EDGES'; other problems of DIMACS (sp, max, asn, cnf) are no"
              + " graphs that this reader knows");
    }
    List<Long> sizes = line.numbers(2);
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
          cursor.skipLetter();
          long from = cursor.vertex(vertices);
          long to = cursor.vertex(vertices);
          cursor.skipNumericColumns(1);
          sink.add(from, to);
          entries++;
        }
        case '\n' -> {}
        case 'c' -> cursor.skipRest();
        case 'n' -> {
          cursor.skipLetter();
          long _ = cursor.vertex(vertices);
          cursor.skipNumericColumn();
          cursor.skipNumericColumns(0);
        }
        case 'v' -> {
          cursor.skipLetter();
          cursor.skipNumericColumns(Integer.MAX_VALUE);
        }
        case 'd', 'x' -> {
          cursor.skipLetter();
          cursor.skipRest();
        }
        case 'p' ->
            throw cursor.invalid("the problem line is line " + problem.number() + " already");
        default ->
            throw cursor.invalid(
                "expected an edge line 'e FROM TO'; the other lines of this format begin with"
                    + " c, n, d, v or x and a blank");
      }
      cursor.nextLine();
    }
    return entries;
  }

  @Override
  public void finish(Totals totals) {
    long entries = totals.entries();
    if (entries == announced || 2 * entries == announced || entries == 2 * announced) {
      return;
    }
    if (entries < announced) {
      throw FileFailures.truncated(totals.file(), entries + " edge lines of " + announced);
    }
    throw problem.invalid(announced + " edges are announced, " + entries + " follow");
  }
}
