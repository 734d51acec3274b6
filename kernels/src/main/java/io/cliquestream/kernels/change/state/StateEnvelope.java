package io.cliquestream.kernels.change.state;

import io.cliquestream.kernels.change.GraphVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What stands around a state's bytes: what it is, of which edges, and a checksum. Layout: eight
 * bytes that name this release's form, the name, edges, vertices, fingerprint, the state, CRC-32C.
 */
public final class StateEnvelope {
  private static final long FORM = 0x636c_6971_7374_0001L;
  private static final int CHECKSUM_BYTES = 4;

  private static final System.Logger LOG = System.getLogger(StateEnvelope.class.getName());

  private StateEnvelope() {}

  /** Writes a state. */
  @FunctionalInterface
  public interface Writing {
    void write(StateWriter out) throws IOException;
  }

  /** Reads a state. */
  @FunctionalInterface
  public interface Reading {
    void read(StateReader in) throws IOException;
  }

  /** A state as bytes, or empty when it takes more than {@code most}. */
  public static Optional<byte[]> write(String name, GraphVersion version, int most, Writing state) {
    try {
      StateWriter out = new StateWriter(most - CHECKSUM_BYTES);
      out.fixed(FORM);
      out.bytes(name.getBytes(StandardCharsets.UTF_8));
      out.number(version.edgeCount());
      out.number(version.vertexTotal());
      out.fixed(version.fingerprint());
      state.write(out);
      byte[] bytes = out.toByteArray();
      byte[] whole = Arrays.copyOf(bytes, bytes.length + CHECKSUM_BYTES);
      int checksum = checksum(bytes, bytes.length);
      for (int i = 0; i < CHECKSUM_BYTES; i++) {
        whole[bytes.length + i] = (byte) (checksum >>> 8 * (CHECKSUM_BYTES - 1 - i));
      }
      return Optional.of(whole);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a state is not kept", e);
      return Optional.empty();
    }
  }

  /** Reads a state back; false when the bytes are damaged, or of another name, graph or release. */
  public static boolean read(String name, GraphVersion version, byte[] bytes, Reading state) {
    int end = bytes.length - CHECKSUM_BYTES;
    if (end < 0) {
      return false;
    }
    int checksum = 0;
    for (int i = end; i < bytes.length; i++) {
      checksum = checksum << 8 | bytes[i] & 0xFF;
    }
    if (checksum != checksum(bytes, end)) {
      return false;
    }
    try {
      StateReader in = new StateReader(bytes, 0, end);
      if (in.fixed() != FORM
          || !new String(in.bytes(), StandardCharsets.UTF_8).equals(name)
          || in.number() != version.edgeCount()
          || in.number() != version.vertexTotal()
          || in.fixed() != version.fingerprint()) {
        return false;
      }
      state.read(in);
      in.requireEnd();
      return true;
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a state could not be read", e);
      return false;
    }
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
