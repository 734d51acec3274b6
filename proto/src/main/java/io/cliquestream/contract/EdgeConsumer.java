package io.cliquestream.contract;

/** Takes edges one after another. */
@FunctionalInterface
public interface EdgeConsumer {
  /**
   * Takes one edge.
   *
   * @param from one end, unsigned
   * @param to the other end, unsigned
   */
  void accept(long from, long to);
}
