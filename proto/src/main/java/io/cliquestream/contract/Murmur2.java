package io.cliquestream.contract;

/**
 * The 32-bit MurmurHash2 (Austin Appleby, 2008) with the seed that Kafka's own clients use, so that
 * a client in any language can find the partition of a key.
 */
final class Murmur2 {
  private static final int SEED = 0x9747b28c;
  private static final int MULTIPLIER = 0x5bd1e995;

  private Murmur2() {}

  static int hash(byte[] data) {
    int hash = SEED ^ data.length;
    int at = 0;
    for (; at + 4 <= data.length; at += 4) {
      int word = littleEndian(data, at, 4) * MULTIPLIER;
      hash = (hash * MULTIPLIER) ^ ((word ^ (word >>> 24)) * MULTIPLIER);
    }
    if (at < data.length) {
      hash = (hash ^ littleEndian(data, at, data.length - at)) * MULTIPLIER;
    }
    hash = (hash ^ (hash >>> 13)) * MULTIPLIER;
    return hash ^ (hash >>> 15);
  }

  private static int littleEndian(byte[] data, int from, int bytes) {
    int word = 0;
    for (int i = 0; i < bytes; i++) {
      word |= (data[from + i] & 0xff) << (8 * i);
    }
    return word;
  }
}
