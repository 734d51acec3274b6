package io.cliquestream.kernels.answer;

/**
 * Takes listed cliques or matches of a graph of any width one by one, under the conditions of
 * {@link ListingSink}.
 */
@FunctionalInterface
public interface WideListingSink extends ListingSink {
  /** Ignores everything. */
  WideListingSink NONE = vertices -> {};

  /**
   * Takes one clique (dense vertices ascending) or match (dense vertices in the pattern's order).
   *
   * @param vertices the sink's to keep
   */
  void accept(long[] vertices);

  /** The same of a graph whose vertices are ints. */
  @Override
  default void accept(int[] vertices) {
    long[] wide = new long[vertices.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = vertices[i];
    }
    accept(wide);
  }
}
