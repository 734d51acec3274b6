package io.cliquestream.kernels.cuda.natives;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The content of a native file, compared with the build's record before anybody uses it. A library
 * of tens of megabytes passes by in pieces: it may be larger than the heap.
 */
final class VerifiedFile {
  private static final int PIECE_BYTES = 1 << 16;

  private VerifiedFile() {}

  /**
   * Reads a whole file into memory.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when it is missing, unreadable or not what the
   *     build made
   */
  static byte[] read(NativesSource source, NativesManifest manifest, String file) {
    var content = new ByteArrayOutputStream();
    pass(source, manifest, file, content::write);
    return content.toByteArray();
  }

  /**
   * Compares a file.
   *
   * @throws ComputeException as {@link #read}
   */
  static void check(NativesSource source, NativesManifest manifest, String file) {
    pass(source, manifest, file, (bytes, from, count) -> {});
  }

  /**
   * Copies a file; the copy is of no use before this returns.
   *
   * @throws ComputeException as {@link #read}
   * @throws IOException when it cannot be written
   */
  static void copy(NativesSource source, NativesManifest manifest, String file, OutputStream to)
      throws IOException {
    try {
      pass(
          source,
          manifest,
          file,
          (bytes, from, count) -> {
            try {
              to.write(bytes, from, count);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Takes a file piece by piece. */
  private interface Pieces {
    void take(byte[] bytes, int from, int count);
  }

  private static void pass(
      NativesSource source, NativesManifest manifest, String file, Pieces pieces) {
    MessageDigest digest = sha256();
    try (var in = source.open(file)) {
      if (in == null) {
        throw new ComputeException(
            FailureCode.ENGINE_UNAVAILABLE, "%s is missing from %s".formatted(file, source));
      }
      byte[] piece = new byte[PIECE_BYTES];
      for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
        digest.update(piece, 0, count);
        pieces.take(piece, 0, count);
      }
    } catch (IOException e) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE, "%s cannot be read from %s".formatted(file, source), e);
    }
    String found = HexFormat.of().formatHex(digest.digest());
    String expected = manifest.checksums().get(file);
    if (!found.equals(expected)) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "%s in %s is damaged: its SHA-256 is %s and the build recorded %s"
              .formatted(file, source, found, expected));
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
