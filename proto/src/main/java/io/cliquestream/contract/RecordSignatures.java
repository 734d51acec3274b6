package io.cliquestream.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/**
 * Who wrote a record, shown by a signature: Kafka tells a reader nothing of the writer, so whoever
 * wants to be known puts their name into {@link HeaderNames#PRINCIPAL} and an Ed25519 signature
 * (RFC 8032) into {@link HeaderNames#SIGNATURE}.
 *
 * <p>What is signed is {@link #CONTEXT}, a line feed, the topic's name with its prefix, a line
 * feed, and then key and value, each as its length in four bytes (big-endian; -1 for none) and its
 * bytes. No header and no time is signed: a copy of the record says the same again, so a signature
 * belongs only to requests that do no harm when they come twice, which cancels and tombstones are.
 */
public final class RecordSignatures {
  /** The first line of what is signed, so that no other use of a key gives a signature of ours. */
  public static final String CONTEXT = "cliquestream-record-1";

  /** Bytes of a signature. */
  public static final int BYTES = 64;

  static final String ALGORITHM = "Ed25519";

  private RecordSignatures() {}

  /**
   * What is signed of a record.
   *
   * @param topic name with its prefix
   * @param key null for none
   * @param value null for none, as in a tombstone
   * @return the bytes that a signer signs and {@link #isOf} checks
   */
  public static byte[] content(String topic, byte[] key, byte[] value) {
    byte[] head = (CONTEXT + "\n" + topic + "\n").getBytes(UTF_8);
    ByteBuffer content = ByteBuffer.allocate(head.length + size(key) + size(value)).put(head);
    put(content, key);
    put(content, value);
    return content.array();
  }

  private static int size(byte[] part) {
    return Integer.BYTES + (part == null ? 0 : part.length);
  }

  private static void put(ByteBuffer content, byte[] part) {
    content.putInt(part == null ? -1 : part.length);
    if (part != null) {
      content.put(part);
    }
  }

  /**
   * A public key.
   *
   * @param base64 its SubjectPublicKeyInfo, as {@code openssl pkey -pubout -outform DER | base64}
   *     writes it
   * @return an Ed25519 key
   * @throws IllegalArgumentException when it is none
   */
  public static PublicKey publicKey(String base64) {
    try {
      return KeyFactory.getInstance(ALGORITHM)
          .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not an Ed25519 public key in base64", e);
    }
  }

  /**
   * {@return whether a signature is that of the key's owner}
   *
   * @param owner an Ed25519 key
   * @param signature any bytes; only {@value #BYTES} of them can be one
   * @param topic name with its prefix
   * @param key null for none
   * @param value null for none, as in a tombstone
   */
  public static boolean isOf(
      PublicKey owner, byte[] signature, String topic, byte[] key, byte[] value) {
    if (signature.length != BYTES) {
      return false;
    }
    try {
      Signature check = Signature.getInstance(ALGORITHM);
      check.initVerify(owner);
      check.update(content(topic, key, value));
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      return false; // Bytes that no signer writes.
    }
  }
}
