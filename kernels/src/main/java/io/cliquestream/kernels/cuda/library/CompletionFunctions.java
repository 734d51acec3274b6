package io.cliquestream.kernels.cuda.library;

/** What proves that a sliced count is whole. */
public interface CompletionFunctions {
  /**
   * Copies units done, units in all and the stop word to a record in pinned memory.
   *
   * @param stop device address of the stop word, or 0
   */
  @Symbol("cs_completion_collect")
  void collect(long done, long units, long stop, NativeRecord completion, long stream);
}
