package io.cliquestream.kernels.answer;

/**
 * Takes listed cliques or matches one by one. Called by one thread at a time; on the CPU engine in
 * a deterministic order, on the CUDA engine in the order of the device's search, which differs from
 * run to run. A call that blocks slows the engine down and so gives backpressure.
 */
@FunctionalInterface
public interface ListingSink {
  /** Ignores everything. */
  ListingSink NONE = vertices -> {};

  /**
   * Takes one clique (dense vertices ascending) or match (dense vertices in the pattern's order).
   *
   * @param vertices the sink's to keep
   */
  void accept(int[] vertices);
}
