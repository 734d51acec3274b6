package io.cliquestream.loadgen.generate;

/** An undirected edge in one word: the smaller id in the upper half, the larger in the lower. */
final class EdgeKey {
  private EdgeKey() {}

  static long of(long a, long b) {
    return a < b ? (a << 32) | b : (b << 32) | a;
  }

  static long lower(long key) {
    return key >>> 32;
  }

  static long upper(long key) {
    return key & 0xffff_ffffL;
  }
}
