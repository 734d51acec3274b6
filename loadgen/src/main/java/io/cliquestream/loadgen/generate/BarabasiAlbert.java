package io.cliquestream.loadgen.generate;

import io.cliquestream.contract.EdgeConsumer;

/**
 * Preferential attachment (Barabási, Albert 1999), drawn without communication: the end of an edge
 * is found by following hashed positions of the edge array back to an even one (Sanders, Schulz:
 * "Scalable generation of scale-free graphs", IPL 2016, after Batagelj and Brandes).
 *
 * @param vertices 1 to 2^32 - 1
 * @param edgesPerVertex edges that each vertex brings, 1 or more
 * @param seed any
 */
public record BarabasiAlbert(long vertices, long edgesPerVertex, long seed) implements GraphModel {
  /** Checks the bounds. */
  public BarabasiAlbert {
    Draws.requireVertices(vertices);
    Draws.require(edgesPerVertex >= 1, "ba needs 1 edge per vertex or more");
    Draws.product(vertices, edgesPerVertex, "ba");
  }

  @Override
  public long blocks() {
    return Draws.blocks(vertices * edgesPerVertex);
  }

  @Override
  public void draw(long block, EdgeConsumer edges) {
    long hashSeed = RandomStream.mix(seed);
    long end = Draws.endOf(block, vertices * edgesPerVertex);
    for (long draw = Draws.firstOf(block); draw < end; draw++) {
      long position = 2 * draw + 1;
      while ((position & 1) == 1) {
        position =
            RandomStream.scale(RandomStream.mix(hashSeed ^ RandomStream.mix(position)), position);
      }
      edges.accept(draw / edgesPerVertex, position / 2 / edgesPerVertex);
    }
  }
}
