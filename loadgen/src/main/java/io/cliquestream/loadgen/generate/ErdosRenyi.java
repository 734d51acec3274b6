package io.cliquestream.loadgen.generate;

import io.cliquestream.contract.EdgeConsumer;

/**
 * Uniform random pairs (Erdős, Rényi 1959).
 *
 * @param vertices 1 to 2^32 - 1
 * @param draws pairs drawn
 * @param seed any
 */
public record ErdosRenyi(long vertices, long draws, long seed) implements GraphModel {
  /** Checks the bounds. */
  public ErdosRenyi {
    Draws.requireVertices(vertices);
    Draws.require(draws >= 0 && draws <= Draws.MAXIMUM, "draws out of bounds: " + draws);
  }

  @Override
  public long blocks() {
    return Draws.blocks(draws);
  }

  @Override
  public void draw(long block, EdgeConsumer edges) {
    var random = new RandomStream(seed, block);
    for (long left = Draws.endOf(block, draws) - Draws.firstOf(block); left > 0; left--) {
      long from = random.below(vertices);
      long to = random.below(vertices);
      edges.accept(from, to);
    }
  }
}
