package io.cliquestream.kernels.graph.file;

import java.util.List;

/**
 * METIS graph files (METIS 5 manual, section 4.1): "N M [FMT [NCON]]", then for each vertex a line
 * of [size] [NCON weights] and its neighbours, each with a weight where FMT says so. Each edge
 * stands in the lines of both its ends, which is checked. Lines that start with % are comments; a
 * blank line is a vertex without neighbours.
 */
final class MetisFormat implements TextFormat {
  private static final long MOST_CONSTRAINTS = 1 << 16;

  private final BothEnds ends = new BothEnds();
  private HeaderLine header;
  private long vertices;
  private long edges;
  private long skippedColumns;
  private boolean edgeWeights;

  @Override
  public char countedComment() {
    return '%';
  }

  /** A line holds all neighbours of a vertex. */
  @Override
  public int maximumLineBytes(ReadLimits limits) {
    return limits.maximumLineBytes();
  }

  @Override
  public void readHeader(LineBlocks lines) {
    HeaderLine line = lines.headerLine("%", "the header is missing");
    header = line;
    List<Long> numbers = line.numbers(0);
    if (numbers.size() < 2 || numbers.size() > 4) {
      throw line.invalid("expected 'VERTICES EDGES [FMT [NCON]]'");
    }
    vertices = numbers.get(0);
    edges = numbers.get(1);
    long format = numbers.size() > 2 ? numbers.get(2) : 0;
    if (format > 111 || format % 10 > 1 || format / 10 % 10 > 1) {
      throw line.invalid("FMT has three digits, each 0 or 1");
    }
    edgeWeights = format % 10 == 1;
    boolean vertexWeights = format / 10 % 10 == 1;
    long constraints = numbers.size() > 3 ? numbers.get(3) : 0;
    if (constraints > MOST_CONSTRAINTS) {
      throw line.invalid("NCON, the weights of a vertex, is " + MOST_CONSTRAINTS + " at most");
    }
    if (constraints > 0 && !vertexWeights) {
      throw line.invalid(
          "NCON announces weights of vertices and FMT says that there are none; write FMT as 010,"
              + " 011, 110 or 111, or leave NCON out");
    }
    skippedColumns = format / 100 + (vertexWeights ? Math.max(1, constraints) : 0);
  }

  @Override
  public long parse(LineCursor cursor, long firstDataLine, PairSink sink) {
    long entries = 0;
    long vertex = firstDataLine;
    BothEnds.Sum sum = ends.sum();
    while (cursor.hasLine()) {
      if (cursor.current() == '%') {
        cursor.skipRest();
      } else {
        vertex++;
        cursor.skipBlanks();
        if (!cursor.atLineEnd()) {
          entries += neighbors(cursor, vertex, sink, sum);
        }
      }
      cursor.nextLine();
    }
    ends.add(sum);
    return entries;
  }

  private long neighbors(LineCursor cursor, long vertex, PairSink sink, BothEnds.Sum sum) {
    if (vertex > vertices) {
      throw cursor.invalid("there are more lines than the " + vertices + " vertices announced");
    }
    for (long i = 0; i < skippedColumns; i++) {
      cursor.skipNumericColumn();
    }
    long count = 0;
    while (!cursor.atLineEnd()) {
      long neighbor = cursor.vertex(vertices);
      if (edgeWeights) {
        cursor.skipNumericColumn();
      }
      sink.add(vertex, neighbor);
      sum.add(vertex, neighbor);
      count++;
    }
    return count;
  }

  @Override
  public void finish(Totals totals) {
    if (totals.dataLines() < vertices) {
      throw FileFailures.truncated(
          totals.file(),
          "%d vertex lines of %d; a vertex without neighbours has an empty line"
              .formatted(totals.dataLines(), vertices));
    }
    if (totals.entries() == edges && edges > 0) {
      throw header.invalid(
          "%d edges are announced and the lines list %d neighbours; each edge must stand in the"
                  .formatted(edges, edges)
              + " lines of both its ends");
    }
    if (totals.entries() != 2 * edges) {
      throw header.invalid(
          "%d edges are announced, the lines list %d neighbours instead of twice as many"
              .formatted(edges, totals.entries()));
    }
    if (!ends.isBalanced()) {
      throw ends.failure(totals, header.number());
    }
  }
}
