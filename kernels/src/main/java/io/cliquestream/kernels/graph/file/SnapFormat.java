package io.cliquestream.kernels.graph.file;

/** SNAP edge lists; see {@link GraphFileFormat#SNAP}. */
final class SnapFormat implements TextFormat {
  @Override
  public void readHeader(LineBlocks lines) {}

  @Override
  public long parse(LineCursor cursor, long firstDataLine, PairSink sink) {
    long entries = 0;
    while (cursor.hasLine()) {
      cursor.skipBlanks();
      byte first = cursor.current();
      if (first != '\n' && first != '#' && first != '%') {
        long from = cursor.id();
        long to = cursor.id();
        while (!cursor.atLineEnd()) {
          cursor.skipNumericColumn();
        }
        sink.add(from, to);
        entries++;
      }
      cursor.nextLine();
    }
    return entries;
  }

  @Override
  public void finish(String file, long entries, long dataLines) {}
}
