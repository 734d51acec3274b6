package io.cliquestream.kernels.graph.file;

/** One text format: its header, its lines, and what must hold at the end. */
interface TextFormat {
  /** First byte of comment lines when lines are counted as vertices, else 0. */
  default char countedComment() {
    return 0;
  }

  /** Reads the lines before the edges. */
  void readHeader(LineBlocks lines);

  /**
   * Reads the lines of a block; called by several threads at once.
   *
   * @param firstDataLine how many lines other than comments came between the header and this block
   * @return entries read: edge lines, or neighbours
   */
  long parse(LineCursor cursor, long firstDataLine, PairSink sink);

  /** Checks the totals of the whole file. */
  void finish(String file, long entries, long dataLines);
}
