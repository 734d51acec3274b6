package io.cliquestream.worker.intake.assembly;

/**
 * The CRC-32C of bytes that lie one behind the other, made of the checksums of their pieces without
 * looking at the bytes again.
 *
 * <p>A checksum is a polynomial over GF(2) modulo the Castagnoli polynomial, and bytes that follow
 * multiply what came before by x to the number of their bits (Warren, Hacker's Delight, section
 * 14-1; Kounavis and Berry, 2005). The inversions before and after cancel out. Polynomials are held
 * as checksums are, the coefficient of x^0 in the highest bit.
 */
final class JoinedChecksum {
  private static final int CASTAGNOLI = 0x82F63B78;
  private static final int ONE = 1 << 31;
  private static final int X_TO_THE_EIGHTH = 1 << 23;

  private int value;

  /** Adds a piece by its checksum and its length. */
  void add(int checksum, long bytes) {
    value = times(value, power(bytes)) ^ checksum;
  }

  /** Of all pieces together; 0 for none. */
  int value() {
    return value;
  }

  /** x to the bits of so many bytes, by squaring. */
  private static int power(long bytes) {
    int result = ONE;
    int square = X_TO_THE_EIGHTH;
    for (long left = bytes; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        result = times(result, square);
      }
      square = times(square, square);
    }
    return result;
  }

  private static int times(int first, int second) {
    int product = 0;
    int shifted = second;
    for (int left = first; left != 0; left <<= 1) {
      if (left < 0) {
        product ^= shifted;
      }
      // By x: a coefficient that leaves at the lower end is of x^32.
      shifted = (shifted & 1) == 0 ? shifted >>> 1 : (shifted >>> 1) ^ CASTAGNOLI;
    }
    return product;
  }
}
