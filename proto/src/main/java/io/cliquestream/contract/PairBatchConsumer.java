package io.cliquestream.contract;

/** Takes edges many at a time. */
@FunctionalInterface
public interface PairBatchConsumer {
  /**
   * Takes some edges.
   *
   * @param ids both ends of each, unsigned, one edge after the other; the array is used again
   * @param count ids, two per edge
   */
  void accept(long[] ids, int count);
}
