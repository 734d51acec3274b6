package io.cliquestream.contract;

import io.cliquestream.v1.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/**
 * A name and the private key that shows it; see {@link RecordSignatures}. Immutable; neither {@link
 * #toString} nor any message shows the key.
 */
public final class RecordSigner {
  /** Most bytes of a key's file. */
  public static final int MAXIMUM_FILE_BYTES = 1 << 14;

  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  private final String principal;
  private final PrivateKey key;

  /**
   * A signer.
   *
   * @param principal the name that the workers' file of principals has for the key, 1 to {@value
   *     Bounds#TENANT_CHARACTERS} characters without blanks
   * @param key an Ed25519 key
   * @throws ContractException OPTION_INVALID when the name cannot be used
   */
  public RecordSigner(String principal, PrivateKey key) {
    if (principal.isEmpty()
        || principal.length() > Bounds.TENANT_CHARACTERS
        || principal.chars().anyMatch(c -> c <= ' ')) {
      throw invalid(
          "a principal has a name of 1 to " + Bounds.TENANT_CHARACTERS + " characters, no blanks");
    }
    this.principal = principal;
    this.key = key;
  }

  /**
   * Reads a key.
   *
   * @param principal the name that the workers' file of principals has for the key
   * @param file PEM, PKCS 8, not encrypted, as {@code openssl genpkey -algorithm ed25519} writes it
   * @return a signer by that name
   * @throws ContractException OPTION_INVALID when the file holds no such key
   */
  public static RecordSigner read(String principal, Path file) {
    try {
      if (Files.size(file) > MAXIMUM_FILE_BYTES) {
        throw invalid(file + " is too long for a key");
      }
      String text = Files.readString(file);
      int begin = text.indexOf(BEGIN);
      int end = text.indexOf(END);
      if (begin < 0 || end < begin) {
        throw invalid(
            file + " holds no '" + BEGIN + "'; openssl genpkey -algorithm ed25519 makes one");
      }
      byte[] encoded = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
      return new RecordSigner(
          principal,
          KeyFactory.getInstance(RecordSignatures.ALGORITHM)
              .generatePrivate(new PKCS8EncodedKeySpec(encoded)));
    } catch (IOException e) {
      throw invalid("the key cannot be read: " + e.getMessage());
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw invalid(file + " holds a key that is no Ed25519 key in PKCS 8");
    }
  }

  private static ContractException invalid(String message) {
    return new ContractException(FailureCode.FAILURE_CODE_OPTION_INVALID, message);
  }

  /**
   * The name that goes with every signature.
   *
   * @return as the workers' file of principals has it
   */
  public String principal() {
    return principal;
  }

  /**
   * The signature of a record.
   *
   * @param topic name with its prefix
   * @param recordKey null for none
   * @param value null for none, as in a tombstone
   * @return {@value RecordSignatures#BYTES} bytes, for {@link HeaderNames#SIGNATURE}
   */
  public byte[] sign(String topic, byte[] recordKey, byte[] value) {
    try {
      Signature signature = Signature.getInstance(RecordSignatures.ALGORITHM);
      signature.initSign(key);
      signature.update(RecordSignatures.content(topic, recordKey, value));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw invalid("the key of " + principal + " does not sign: " + e.getMessage());
    }
  }

  @Override
  public String toString() {
    return "RecordSigner[" + principal + "]";
  }
}
