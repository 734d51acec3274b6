package io.cliquestream.kernels.graph.file;

import java.util.List;
import java.util.Set;

/**
 * DIMACS files: comment lines "c", a problem line "p PROBLEM N M", a line for each edge. Lines of
 * letters that the problem does not know are refused.
 *
 * <ul>
 *   <li>Cliques and colouring (second implementation challenge, 1993): "p edge" or "p col", edges
 *       "e u v", perhaps with a weight. Lines of a node's value "n u VALUE", of dimension "d", of a
 *       vertex's coordinates "v" and of parameters "x" are checked for their shape and not read.
 *   <li>Shortest paths (ninth challenge, 2006) and largest flows (first challenge, 1991): "p sp" or
 *       "p max", arcs "a u v VALUE", whose direction and length or capacity are not read; in a flow
 *       the source and the sink, "n u s" and "n u t", neither.
 * </ul>
 *
 * <p>Published files disagree about M: some count each edge once and some twice, whichever way the
 * file lists them. So the number of edge lines may be M, M / 2 or 2 M.
 */
final class DimacsFormat implements TextFormat {
  private static final Set<String> OF_EDGES = Set.of("edge", "edges", "col");
  private static final Set<String> OF_ARCS = Set.of("sp", "max");

  private HeaderLine problem;

  /** Whether lines are arcs, which begin with "a". */
  private boolean arcs;

  private long vertices;
  private long announced;

  @Override
  public void readHeader(LineBlocks lines) {
    HeaderLine line = lines.headerLine("c", "the problem line is missing");
    problem = line;
    List<String> words = line.words();
    if (words.size() != 4
        || !words.get(0).equals("p")
        || !(OF_EDGES.contains(words.get(1)) || OF_ARCS.contains(words.get(1)))) {
      throw line.invalid(
          "expected 'p edge VERTICES EDGES' (or col, sp, max); other problems of DIMACS (asn, cnf)"
              + " are no graphs that this reader knows");
    }
    arcs = OF_ARCS.contains(words.get(1));
    List<Long> sizes = line.numbers(2);
    vertices = sizes.get(0);
    announced = sizes.get(1);
  }

  @Override
  public long parse(LineCursor cursor, long firstDataLine, PairSink sink) {
    long entries = 0;
    byte edge = (byte) (arcs ? 'a' : 'e');
    while (cursor.hasLine()) {
      cursor.skipBlanks();
      if (cursor.current() == edge) {
        cursor.skipLetter();
        long from = cursor.vertex(vertices);
        long to = cursor.vertex(vertices);
        cursor.skipNumericColumns(1);
        sink.add(from, to);
        entries++;
      } else {
        passOver(cursor);
      }
      cursor.nextLine();
    }
    return entries;
  }

  /** Checks a line that is no edge, and steps to its end. */
  private void passOver(LineCursor cursor) {
    switch (cursor.current()) {
      case '\n' -> {}
      case 'c' -> cursor.skipRest();
      case 'n' -> {
        cursor.skipLetter();
        long _ = cursor.vertex(vertices);
        if (arcs) {
          cursor.skipRest();
        } else {
          cursor.skipNumericColumn();
          cursor.skipNumericColumns(0);
        }
      }
      case 'v' -> {
        cursor.skipLetter();
        cursor.skipNumericColumns(Integer.MAX_VALUE);
      }
      case 'd', 'x' -> {
        cursor.skipLetter();
        cursor.skipRest();
      }
      case 'p' -> throw cursor.invalid("the problem line is line " + problem.number() + " already");
      default ->
          throw cursor.invalid(
              (arcs ? "expected an arc 'a FROM TO VALUE'" : "expected an edge line 'e FROM TO'")
                  + "; the other lines of this format begin with c, n, d, v or x and a blank");
    }
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
