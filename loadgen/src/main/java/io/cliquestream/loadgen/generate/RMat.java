package io.cliquestream.loadgen.generate;

import io.cliquestream.contract.EdgeConsumer;

/**
 * Recursive matrix graph (Chakrabarti, Zhan, Faloutsos, SDM 2004) with randomly permuted ids.
 *
 * @param scale 2^scale vertices, 1 to 31
 * @param edgeFactor draws per vertex, above 0
 * @param a probability of the upper left quarter
 * @param b probability of the upper right quarter
 * @param c probability of the lower left quarter; the rest is the lower right's
 * @param seed any
 */
public record RMat(int scale, double edgeFactor, double a, double b, double c, long seed)
    implements GraphModel {
  private static final double TWO_TO_32 = 4294967296.0;
  private static final double HIGHEST_THRESHOLD = 4294967295.0;

  /** Checks the bounds. */
  public RMat {
    Draws.require(scale >= 1 && scale <= 31, "rmat scale is 1 to 31, not " + scale);
    Draws.require(
        edgeFactor > 0 && edgeFactor * (1L << scale) <= Draws.MAXIMUM,
        "rmat edge factor out of bounds: " + edgeFactor);
    Draws.require(
        a >= 0 && b >= 0 && c >= 0 && a + b + c <= 1.000001,
        "rmat probabilities must not be negative nor exceed 1 together");
  }

  @Override
  public long vertices() {
    return 1L << scale;
  }

  @Override
  public long blocks() {
    return Draws.blocks(draws());
  }

  @Override
  public void draw(long block, EdgeConsumer edges) {
    var random = new RandomStream(seed, block);
    var permutation = new IdPermutation(vertices(), seed);
    long upperLeft = threshold(a);
    long upper = threshold(a + b);
    long butLowerRight = threshold(a + b + c);
    long end = Draws.endOf(block, draws());
    for (long draw = Draws.firstOf(block); draw < end; draw++) {
      long row = 0;
      long column = 0;
      long word = 0;
      for (int level = 0; level < scale; level++) {
        // One word serves two levels: its lower half first.
        word = (level & 1) == 0 ? random.next() : word >>> 32;
        long dice = word & 0xffff_ffffL;
        row = (row << 1) | (dice >= upper ? 1 : 0);
        column =
            (column << 1) | ((dice >= upperLeft && dice < upper) || dice >= butLowerRight ? 1 : 0);
      }
      if (row != column) {
        edges.accept(permutation.apply(row), permutation.apply(column));
      }
    }
  }

  private long draws() {
    return (long) (edgeFactor * vertices());
  }

  private static long threshold(double probability) {
    return (long) Math.min(HIGHEST_THRESHOLD, probability * TWO_TO_32);
  }
}
