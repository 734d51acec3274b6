package io.cliquestream.contract;

import io.cliquestream.v1.FailureCode;
import java.nio.ByteBuffer;

/**
 * Reads names out of payloads; trusts no byte. Whether they are UTF-8, and different, is for
 * whoever keeps them to see.
 */
public final class NameDecoder {
  private static final int MORE = 0x80;
  private static final int VARINT_BITS = 7;

  private NameDecoder() {}

  /** Takes names as they lie in the payload's bytes. */
  @FunctionalInterface
  public interface Names {
    /**
     * Takes the name at [from, to) of an array that is reused after the call.
     *
     * @param bytes an array that is used again
     * @param from index of the name's first byte
     * @param to index behind its last byte
     */
    void accept(byte[] bytes, int from, int to);
  }

  /**
   * Hands out every name of a payload.
   *
   * @param payload uncompressed; read from its position to its limit, neither of which moves
   * @param slack bytes behind the last name that the array given out goes on for
   * @param names takes each name, in order, on the calling thread
   * @return how many
   * @throws ContractException SNAPSHOT_ENCODING_INVALID with the byte where the payload breaks the
   *     contract; names before it have been handed out
   */
  public static int decode(ByteBuffer payload, int slack, Names names) {
    int length = payload.remaining();
    byte[] bytes = new byte[length + slack];
    payload.duplicate().get(bytes, 0, length);
    int count = 0;
    for (int at = 0; at < length; ) {
      int name = bytes[at] & ~MORE & 0xFF;
      int start = at + 1;
      if ((bytes[at] & MORE) != 0) {
        // Lengths up to 1,024 take two bytes at most, and the shortest form is the only one.
        int high = start < length ? bytes[start] : 0;
        name |= high << VARINT_BITS;
        start++;
        if (high <= 0) {
          throw invalid(at, "the length of a name is no varint of one or two bytes");
        }
      }
      if (name == 0 || name > Bounds.NAME_BYTES || name > length - start) {
        throw invalid(
            at,
            "a name of %d bytes where %d are left and %d allowed"
                .formatted(name, Math.max(0, length - start), Bounds.NAME_BYTES));
      }
      names.accept(bytes, start, start + name);
      at = start + name;
      count++;
    }
    return count;
  }

  private static ContractException invalid(int at, String message) {
    return new ContractException(
        FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID, "byte %d: %s".formatted(at, message));
  }
}
