package io.cliquestream.loadgen.generate;

/**
 * SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014),
 * one stream for each block of draws, so that blocks can be drawn in any order.
 */
final class RandomStream {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final long SEED_SPREAD = 0x2545F4914F6CDD1DL;

  private long state;

  RandomStream(long seed, long stream) {
    state = mix(seed * SEED_SPREAD + mix(stream));
  }

  /** The next 64 bits. */
  long next() {
    state += GOLDEN_GAMMA;
    return scramble(state);
  }

  /** The next number below an unsigned bound. */
  long below(long bound) {
    return scale(next(), bound);
  }

  /** The next number of 53 bits in [0, 1). */
  double uniform() {
    return (next() >>> 11) * 0x1p-53;
  }

  /** One step of the generator from the given state: a good 64-bit hash. */
  static long mix(long word) {
    return scramble(word + GOLDEN_GAMMA);
  }

  /** Maps 64 random bits into [0, bound), unsigned: the upper word of the product. */
  static long scale(long word, long bound) {
    return Math.unsignedMultiplyHigh(word, bound);
  }

  private static long scramble(long word) {
    long z = (word ^ (word >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
