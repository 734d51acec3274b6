package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.graph.EdgeArray;
import java.util.List;

/** One text format: its header, its lines, and what must hold at the end. */
interface TextFormat {
  /**
   * Totals of a whole file.
   *
   * @param file names the file in messages
   * @param entries edge lines, or neighbours
   * @param dataLines lines behind the header that are no comments, where comments are counted
   * @param lines lines behind the header, comments among them
   * @param pairs what was read
   */
  record Totals(String file, long entries, long dataLines, long lines, List<EdgeArray> pairs) {}

  /** First byte of comment lines when lines are counted as vertices, else 0. */
  default char countedComment() {
    return 0;
  }

  /** Longest line, in bytes. */
  default int maximumLineBytes(ReadLimits limits) {
    return LineBlocks.BLOCK_BYTES;
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
  void finish(Totals totals);
}
