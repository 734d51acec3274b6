package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32C;

/** CRC-32C (Castagnoli) as the contract's {@code fixed32} fields carry it, and SHA-256. */
public final class Checksums {
  private Checksums() {}

  /**
   * A digest that begins anew: SHA-256, which every Java platform has.
   *
   * @return the caller's own; not safe for use by two threads at once
   */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * The checksum of the given pieces, one after another.
   *
   * @param pieces none or more
   * @return CRC-32C (Castagnoli) as an unsigned number in an int
   */
  public static int crc32c(ByteString... pieces) {
    var checksum = new CRC32C();
    for (ByteString piece : pieces) {
      for (ByteBuffer buffer : piece.asReadOnlyByteBufferList()) {
        checksum.update(buffer);
      }
    }
    return (int) checksum.getValue();
  }

  /**
   * The checksum of what lies between a buffer's position and limit; moves neither.
   *
   * @param buffer on the heap or off it
   * @return CRC-32C (Castagnoli) as an unsigned number in an int
   */
  public static int crc32c(ByteBuffer buffer) {
    var checksum = new CRC32C();
    checksum.update(buffer.duplicate());
    return (int) checksum.getValue();
  }
}
