package io.cliquestream.kernels.answer;

/**
 * Takes listed cliques or matches of a {@link io.cliquestream.kernels.graph.WideGraph} one by one,
 * under the conditions of {@link ListingSink}.
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
}
