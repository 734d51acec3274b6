package io.cliquestream.formats.table;

/** Numbers in fields that are checked and not read, weights among them. */
final class Decimals {
  private Decimals() {}

  /** Whether a field is a number such as -1, .5 or 1.5e-3. */
  static boolean isDecimal(byte[] bytes, int from, int to) {
    int at = from;
    if (at < to && (bytes[at] == '-' || bytes[at] == '+')) {
      at++;
    }
    int digits = 0;
    boolean point = false;
    for (; at < to; at++) {
      if (bytes[at] >= '0' && bytes[at] <= '9') {
        digits++;
      } else if (bytes[at] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (digits > 0 && at < to && (bytes[at] == 'e' || bytes[at] == 'E')) {
      at++;
      if (at < to && (bytes[at] == '-' || bytes[at] == '+')) {
        at++;
      }
      digits = 0;
      for (; at < to && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
        digits++;
      }
    }
    return digits > 0 && at == to;
  }
}
