package io.cliquestream.loadgen.generate;

import io.cliquestream.contract.EdgeConsumer;

/**
 * Small world (Watts, Strogatz, Nature 1998): a ring where each vertex knows its nearest
 * neighbours, with ends rewired at random.
 *
 * @param vertices 1 to 2^32 - 1
 * @param neighbours nearest neighbours, half of them on each side; below 2 counts as 2
 * @param rewiring probability that an edge gets a random end
 * @param seed any
 */
public record WattsStrogatz(long vertices, long neighbours, double rewiring, long seed)
    implements GraphModel {
  /** Checks the bounds. */
  public WattsStrogatz {
    Draws.requireVertices(vertices);
    Draws.require(neighbours >= 0, "ws neighbours must not be negative");
    Draws.require(rewiring >= 0 && rewiring <= 1, "ws rewiring is a probability");
    Draws.product(vertices, Math.max(1, neighbours / 2), "ws");
  }

  @Override
  public long blocks() {
    return Draws.blocks(vertices * perSide());
  }

  @Override
  public void draw(long block, EdgeConsumer edges) {
    var random = new RandomStream(seed, block);
    long perSide = perSide();
    long end = Draws.endOf(block, vertices * perSide);
    for (long draw = Draws.firstOf(block); draw < end; draw++) {
      long from = draw / perSide;
      long to = (from + draw % perSide + 1) % vertices;
      if (random.uniform() < rewiring) {
        to = random.below(vertices);
      }
      edges.accept(from, to);
    }
  }

  private long perSide() {
    return Math.max(1, neighbours / 2);
  }
}
