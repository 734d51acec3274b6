package io.cliquestream.loadgen.generate;

/**
 * A seeded bijection on [0, n) without a table: a Feistel network over the next power of two,
 * walked along its cycle until it lands below n (Black, Rogaway: "Ciphers with arbitrary finite
 * domains", CT-RSA 2002). Fewer than two steps on average.
 */
final class IdPermutation {
  private static final int ROUNDS = 3;

  private final long size;
  private final long seed;
  private final int lowBits;
  private final long lowMask;
  private final long highMask;

  IdPermutation(long size, long graphSeed) {
    this.size = size;
    this.seed = RandomStream.mix(graphSeed ^ 0xABCDEF);
    int bits = size <= 4 ? 2 : 64 - Long.numberOfLeadingZeros(size - 1);
    this.lowBits = bits / 2;
    this.lowMask = (1L << lowBits) - 1;
    this.highMask = (1L << (bits - lowBits)) - 1;
  }

  long apply(long id) {
    long image = id;
    do {
      image = network(image);
    } while (Long.compareUnsigned(image, size) >= 0);
    return image;
  }

  private long network(long word) {
    long high = word >>> lowBits;
    long low = word & lowMask;
    for (int round = 0; round < ROUNDS; round++) {
      high ^= RandomStream.mix(low * 0x9E3779B97F4A7C15L + seed + 2L * round) & highMask;
      low ^= RandomStream.mix(high * 0xC2B2AE3D27D4EB4FL + seed + 2L * round + 1) & lowMask;
    }
    return (high << lowBits) | low;
  }
}
