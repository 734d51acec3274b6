package io.cliquestream.kernels.cuda.natives;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The content of a native file, compared with the build's record before anybody uses it. */
final class VerifiedFile {
  private VerifiedFile() {}

  /**
   * Reads a whole file.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when it is missing, unreadable or not what the
   *     build made
   */
  static byte[] read(NativesSource source, NativesManifest manifest, String file) {
    byte[] content;
    try (var in = source.open(file)) {
      if (in == null) {
        throw new ComputeException(
            FailureCode.ENGINE_UNAVAILABLE, "%s is missing from %s".formatted(file, source));
      }
      content = in.readAllBytes();
    } catch (IOException e) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE, "%s cannot be read from %s".formatted(file, source), e);
    }
    String found = HexFormat.of().formatHex(sha256().digest(content));
    String expected = manifest.checksums().get(file);
    if (!found.equals(expected)) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "%s in %s is damaged: its SHA-256 is %s and the build recorded %s"
              .formatted(file, source, found, expected));
    }
    return content;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
