package io.cliquestream.loadgen.generate;

import io.cliquestream.contract.EdgeConsumer;
import java.util.Arrays;

/**
 * Uniform random pairs with cliques planted into them.
 *
 * @param vertices 1 to 2^32 - 1
 * @param draws pairs drawn
 * @param cliqueSize vertices of a planted clique, 0 to the smaller of {@code vertices} and 2^24
 * @param cliques cliques planted
 * @param seed any
 */
public record Planted(long vertices, long draws, int cliqueSize, long cliques, long seed)
    implements GraphModel {
  private static final long CLIQUE_SEED = 0x5bd1e995L;
  private static final int LARGEST_CLIQUE = 1 << 24;

  /** Checks the bounds. */
  public Planted {
    Draws.requireVertices(vertices);
    Draws.require(draws >= 0 && draws <= Draws.MAXIMUM, "draws out of bounds: " + draws);
    Draws.require(
        cliqueSize >= 0 && cliqueSize <= Math.min(vertices, LARGEST_CLIQUE),
        "clique size out of bounds: " + cliqueSize);
    Draws.require(cliques >= 0 && cliques <= 1L << 40, "cliques out of bounds: " + cliques);
  }

  @Override
  public long blocks() {
    return Draws.blocks(draws) + cliques;
  }

  @Override
  public void draw(long block, EdgeConsumer edges) {
    long pairBlocks = Draws.blocks(draws);
    if (block < pairBlocks) {
      new ErdosRenyi(vertices, draws, seed).draw(block, edges);
      return;
    }
    int[] members = members(block - pairBlocks);
    for (int i = 0; i < members.length; i++) {
      for (int j = i + 1; j < members.length; j++) {
        edges.accept(Integer.toUnsignedLong(members[i]), Integer.toUnsignedLong(members[j]));
      }
    }
  }

  /** Distinct vertices: draws until enough, drops repeats, draws again for what is missing. */
  private int[] members(long clique) {
    var random = new RandomStream(seed ^ CLIQUE_SEED, clique);
    int[] members = new int[cliqueSize];
    int distinct = 0;
    while (distinct < cliqueSize) {
      for (int i = distinct; i < cliqueSize; i++) {
        members[i] = (int) random.below(vertices);
      }
      // Only the set matters, so signed order does as well as unsigned.
      Arrays.sort(members);
      distinct = 1;
      for (int i = 1; i < cliqueSize; i++) {
        if (members[i] != members[distinct - 1]) {
          members[distinct++] = members[i];
        }
      }
    }
    return members;
  }
}
