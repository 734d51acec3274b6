package io.cliquestream.kernels.graph.file;

import java.util.List;

/**
 * METIS graph files (METIS 5 manual, section 4.1): "N M [FMT [NCON]]", then for each vertex a line
 * of [size] [NCON weights] and its neighbours, each with a weight where FMT says so. Each edge
 * stands in the lines of both its ends. Lines that start with % are comments; a blank line is a
 * vertex without neighbours.
 */
final class MetisFormat implements TextFormat {
  private long headerLine;
  private long vertices;
  private long edges;
  private long skippedColumns;
  private boolean edgeWeights;

  @Override
  public char countedComment() {
    return '%';
  }

  @Override
  public void readHeader(LineBlocks lines) {
    String file = lines.name();
    String line;
    do {
      headerLine = lines.nextLine();
      line = lines.headerLine();
    } while (line != null && (line.isEmpty() || line.startsWith("%")));
    if (line == null) {
      throw FileFailures.truncated(file, "the header is missing");
    }
    List<Long> numbers = Header.numbers(file, headerLine, Header.words(line), 0);
    if (numbers.size() < 2 || numbers.size() > 4) {
      throw new InvalidLineException(file, headerLine, "expected 'VERTICES EDGES [FMT [NCON]]'");
    }
    vertices = numbers.get(0);
    edges = numbers.get(1);
    long format = numbers.size() > 2 ? numbers.get(2) : 0;
    if (format > 111 || format % 10 > 1 || format / 10 % 10 > 1) {
      throw new InvalidLineException(file, headerLine, "FMT has three digits, each 0 or 1");
    }
    edgeWeights = format % 10 == 1;
    boolean vertexWeights = format / 10 % 10 == 1;
    long constraints = numbers.size() > 3 ? numbers.get(3) : vertexWeights ? 1 : 0;
    skippedColumns = format / 100 + (vertexWeights ? constraints : 0);
  }

  @Override
  public long parse(LineCursor cursor, long firstDataLine, PairSink sink) {
    long entries = 0;
    long vertex = firstDataLine;
    while (cursor.hasLine()) {
      if (cursor.current() != '%') {
        vertex++;
        cursor.skipBlanks();
        if (!cursor.atLineEnd()) {
          entries += neighbors(cursor, vertex, sink);
        }
      }
      cursor.nextLine();
    }
    return entries;
  }

  private long neighbors(LineCursor cursor, long vertex, PairSink sink) {
    if (vertex > vertices) {
      throw cursor.invalid("there are more lines than the " + vertices + " vertices announced");
    }
    for (long i = 0; i < skippedColumns; i++) {
      cursor.skipNumericColumn();
    }
    long count = 0;
    while (!cursor.atLineEnd()) {
      long neighbor = cursor.id();
      if (neighbor - 1 < 0 || neighbor > vertices) {
        throw cursor.invalid("neighbours must be between 1 and " + vertices);
      }
      if (edgeWeights) {
        cursor.skipNumericColumn();
      }
      sink.add(vertex, neighbor);
      count++;
    }
    return count;
  }

  @Override
  public void finish(String file, long entries, long dataLines) {
    if (entries == 2 * edges) {
      return;
    }
    if (dataLines < vertices) {
      throw FileFailures.truncated(file, dataLines + " vertex lines of " + vertices);
    }
    throw new InvalidLineException(
        file, headerLine, edges + " edges are announced, the lines list " + entries + " ends");
  }
}
