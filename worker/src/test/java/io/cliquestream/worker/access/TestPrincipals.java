package io.cliquestream.worker.access;

import io.cliquestream.contract.RecordSigner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Principals with fresh keys, and the file that knows them. */
public final class TestPrincipals {
  private final Path file;

  public TestPrincipals(Path folder) throws IOException {
    this.file = Files.createFile(folder.resolve("principals"));
  }

  /** The file, as rights.principals-file takes it. */
  public Path file() {
    return file;
  }

  /** A new principal with rights and bounds as the file has them. */
  public RecordSigner add(String name, String rights, String bounds) throws IOException {
    KeyPair pair = pair();
    Files.writeString(
        file,
        name + "  " + rights + " public-key=" + text(pair) + " " + bounds + "\n",
        StandardOpenOption.APPEND);
    return new RecordSigner(name, pair.getPrivate());
  }

  static KeyPair pair() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static String text(KeyPair pair) {
    return Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
  }

  /** Somebody who calls themselves so, with a key of their own making. */
  public static RecordSigner impostor(String name) {
    return new RecordSigner(name, pair().getPrivate());
  }
}
