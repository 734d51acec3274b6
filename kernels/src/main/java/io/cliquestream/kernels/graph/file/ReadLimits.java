package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/**
 * What reading one graph file may cost.
 *
 * <p>Peak memory of a read is at most {@code 8 or 16 bytes × pairs} for the edges (16 when an id is
 * 2^32 or more) plus, per thread, one block of 2^20 pairs and text buffers of 2 MiB or up to five
 * times the longest line.
 *
 * @param vertexBound every id must be smaller, compared as unsigned numbers; 0 stands for 2^64
 * @param maximumPairs most pairs taken from a file, 1 or more
 * @param maximumContentBytes most bytes of content, counted after decompression, 1 or more
 * @param maximumLineBytes longest line of a METIS file, 1 or more, where 1 MiB is always read; in
 *     other formats it is 1 MiB
 * @param parallelism threads that parse
 */
public record ReadLimits(
    long vertexBound,
    long maximumPairs,
    long maximumContentBytes,
    int maximumLineBytes,
    Parallelism parallelism) {

  private static final ReadLimits DEFAULTS =
      new ReadLimits(0, 1L << 36, 1L << 40, longestLine(), Parallelism.available());

  /**
   * Checks the bounds.
   *
   * @throws ComputeException OPTION_INVALID when one of pairs, content and lines is below 1
   */
  public ReadLimits {
    if (maximumPairs < 1 || maximumContentBytes < 1 || maximumLineBytes < 1) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "limits of reading a graph file must be 1 or more");
    }
  }

  /**
   * {@return limits that few files meet: no bound on ids, 2^36 pairs, 1 TiB of content, every
   * processor; lines of 256 MiB or of a sixteenth of the largest heap, whichever is less}
   */
  public static ReadLimits defaults() {
    return DEFAULTS;
  }

  /** A line takes up to five times its length while it is read. */
  private static int longestLine() {
    return (int) Math.clamp(Runtime.getRuntime().maxMemory() / 16, 1L << 20, 1L << 28);
  }

  /**
   * {@return these limits with another bound on ids}
   *
   * @param bound every id must be smaller, as unsigned numbers; 0 for no bound
   */
  public ReadLimits withVertexBound(long bound) {
    return new ReadLimits(bound, maximumPairs, maximumContentBytes, maximumLineBytes, parallelism);
  }

  /**
   * {@return these limits with another bound on pairs}
   *
   * @param pairs most pairs of a file, 1 or more
   */
  public ReadLimits withMaximumPairs(long pairs) {
    return new ReadLimits(vertexBound, pairs, maximumContentBytes, maximumLineBytes, parallelism);
  }

  /**
   * {@return these limits with another bound on content}
   *
   * @param bytes most bytes of a file when unpacked, 1 or more
   */
  public ReadLimits withMaximumContentBytes(long bytes) {
    return new ReadLimits(vertexBound, maximumPairs, bytes, maximumLineBytes, parallelism);
  }

  /**
   * {@return these limits with another number of threads}
   *
   * @param threads how many read, and what stops them
   */
  public ReadLimits withParallelism(Parallelism threads) {
    return new ReadLimits(
        vertexBound, maximumPairs, maximumContentBytes, maximumLineBytes, threads);
  }
}
