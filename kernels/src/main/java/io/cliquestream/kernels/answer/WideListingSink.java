package io.cliquestream.kernels.answer;

/**
 * Takes listed cliques or matches of a graph of any width one by one, under the conditions of
 * {@link ListingSink}.
 */
@FunctionalInterface
public interface WideListingSink {
  /** Ignores everything. */
  WideListingSink NONE = vertices -> {};

  /**
   * Takes one clique (dense vertices ascending) or match (dense vertices in the pattern's order).
   *
   * @param vertices the sink's to keep
   */
  void accept(long[] vertices);

  /**
   * This sink for a graph whose vertices are ints.
   *
   * @return gives everything on with wider vertices
   */
  default ListingSink ofInts() {
    return vertices -> {
      long[] wide = new long[vertices.length];
      for (int i = 0; i < wide.length; i++) {
        wide[i] = vertices[i];
      }
      accept(wide);
    };
  }
}
