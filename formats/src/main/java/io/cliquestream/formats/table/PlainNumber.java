package io.cliquestream.formats.table;

import io.cliquestream.kernels.names.NameBytes;

/** Reads numbers that are written in the plainest way, eight digits at a time. */
final class PlainNumber {
  private long value;

  /**
   * Reads up to fifteen digits without a leading zero.
   *
   * @param bytes go on for two words behind the first digit
   * @return the place behind them, or -1 for anything else
   */
  int read(byte[] bytes, int from) {
    int found = NameBytes.digits(bytes, from);
    if (found == 0 || bytes[from] == '0') {
      return -1;
    }
    value = NameBytes.number(bytes, from, found);
    if (found < Long.BYTES) {
      return from + found;
    }
    int further = NameBytes.digits(bytes, from + Long.BYTES);
    if (further == Long.BYTES) {
      return -1;
    }
    for (int at = from + found; at < from + found + further; at++) {
      value = 10 * value + (bytes[at] - '0');
    }
    return from + found + further;
  }

  /** The number that was read last. */
  long value() {
    return value;
  }
}
