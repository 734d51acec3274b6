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

  /**
   * Takes some edges whose ids lie in the payload as four bytes each. Whoever keeps them so does
   * not need them made wide first.
   *
   * @param ids both ends of each, unsigned, one edge after the other; the array is used again
   * @param count ids, two per edge
   */
  default void accept(int[] ids, int count) {
    long[] wide = new long[count];
    for (int i = 0; i < count; i++) {
      wide[i] = Integer.toUnsignedLong(ids[i]);
    }
    accept(wide, count);
  }
}
