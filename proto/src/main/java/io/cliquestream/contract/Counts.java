package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.Count;
import java.math.BigInteger;

/** Between {@link Count} and {@link BigInteger}, without loss at any size. */
public final class Counts {
  private static final BigInteger LOW_64_BITS =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final int CARRIED_BITS = 128;

  private Counts() {}

  /**
   * {@return the count of an unsigned 64-bit value}
   *
   * @param value unsigned
   */
  public static Count ofUnsigned(long value) {
    return Count.newBuilder().setLow(value).build();
  }

  /**
   * {@return the count of an unsigned 128-bit value in two words}
   *
   * @param high bits 64 to 127
   * @param low bits 0 to 63
   */
  public static Count ofWords(long high, long low) {
    return Count.newBuilder().setHigh(high).setLow(low).build();
  }

  /**
   * {@return the count of a value}
   *
   * @param value 0 or more, of any size
   * @throws IllegalArgumentException when the value is negative
   */
  public static Count of(BigInteger value) {
    if (value.signum() < 0) {
      throw new IllegalArgumentException("a count is never negative: " + value);
    }
    var count =
        Count.newBuilder()
            .setHigh(value.shiftRight(64).and(LOW_64_BITS).longValue())
            .setLow(value.and(LOW_64_BITS).longValue());
    if (value.bitLength() > CARRIED_BITS) {
      byte[] signed = value.toByteArray();
      int signBytes = signed[0] == 0 ? 1 : 0;
      count.setBeyond128Bits(ByteString.copyFrom(signed, signBytes, signed.length - signBytes));
    }
    return count.build();
  }

  /**
   * {@return the value of a count}
   *
   * @param count of any size
   */
  public static BigInteger toBigInteger(Count count) {
    return count.getBeyond128Bits().isEmpty()
        ? unsigned(count.getHigh()).shiftLeft(64).or(unsigned(count.getLow()))
        : new BigInteger(1, count.getBeyond128Bits().toByteArray());
  }

  /**
   * {@return the value of a count in decimal digits, as JSON renderings carry it}
   *
   * @param count of any size
   */
  public static String toDecimal(Count count) {
    return count.getHigh() == 0 && count.getBeyond128Bits().isEmpty()
        ? Long.toUnsignedString(count.getLow())
        : toBigInteger(count).toString();
  }

  private static BigInteger unsigned(long word) {
    return BigInteger.valueOf(word).and(LOW_64_BITS);
  }
}
