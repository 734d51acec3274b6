package io.cliquestream.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import java.security.MessageDigest;

/**
 * Secrets that jobs are cancelled with. The request carries a secret's hash, which opens nothing,
 * and the cancel request the secret: whoever reads the jobs cannot cancel them. A secret should be
 * long and drawn at random, because a short one can be found from its hash.
 */
public final class CancelSecrets {
  /** Bytes of a hash. */
  public static final int HASH_BYTES = 32;

  private CancelSecrets() {}

  /**
   * SHA-256 of a secret's UTF-8 bytes; empty for an empty secret, which is none.
   *
   * @param secret at most {@value Bounds#SECRET_CHARACTERS} characters in a request
   * @return {@value #HASH_BYTES} bytes, or none
   */
  public static ByteString hash(String secret) {
    return secret.isEmpty()
        ? ByteString.EMPTY
        : ByteString.copyFrom(Checksums.sha256().digest(secret.getBytes(UTF_8)));
  }

  /**
   * Whether a hash is that of a secret and both are some, in a time that tells nothing.
   *
   * @param hash that a job's request carries; may be empty
   * @param other of the secret that came with a cancel request; may be empty
   * @return false where one of them is empty
   */
  public static boolean areSame(ByteString hash, ByteString other) {
    return !hash.isEmpty() && MessageDigest.isEqual(hash.toByteArray(), other.toByteArray());
  }
}
