package io.cliquestream.formats.source;

import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.failure.ComputeException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Content that is read from its end, as a temporary file that only its owner may read; it is gone
 * when this is closed, or the process ends. What may be read of the source bounds it.
 */
public final class SpooledFile implements AutoCloseable {
  private static final int BLOCK_BYTES = 1 << 17;

  private final Path path;
  private final Thread cleaner;

  private SpooledFile(Path path) {
    this.path = path;
    this.cleaner = new Thread(this::delete, "cliquestream-spooled-input");
    Runtime.getRuntime().addShutdownHook(cleaner);
  }

  /**
   * Writes all of a content down.
   *
   * @param content read to its end; stays the caller's to close
   * @return deleted when it is closed
   * @throws ComputeException as reading it does; FILE_UNREADABLE when there is no room
   */
  public static SpooledFile of(Content content) {
    SpooledFile file;
    try {
      file = new SpooledFile(Files.createTempFile("cliquestream", ".spooled"));
    } catch (IOException e) {
      throw unwritable(content, e);
    }
    boolean whole = false;
    try {
      file.fill(content);
      whole = true;
      return file;
    } finally {
      if (!whole) {
        file.close();
      }
    }
  }

  private void fill(Content content) {
    byte[] block = new byte[BLOCK_BYTES];
    try (OutputStream out = Files.newOutputStream(path)) {
      for (int taken = take(content, block); taken >= 0; taken = take(content, block)) {
        out.write(block, 0, taken);
      }
    } catch (IOException e) {
      throw unwritable(content, e);
    }
  }

  private static int take(Content content, byte[] block) {
    try {
      return content.read(block, 0, block.length);
    } catch (IOException e) {
      throw content.failure(e);
    }
  }

  private static ComputeException unwritable(Content content, IOException cause) {
    return InputFailures.unreadable(
        content.name(),
        new IOException(
            "it is read from its end, and so through a temporary file, which cannot be written in"
                + " %s: %s; -Djava.io.tmpdir in CLIQUESTREAM_JAVA_OPTIONS names another folder"
                    .formatted(System.getProperty("java.io.tmpdir"), cause.getMessage()),
            cause));
  }

  /** {@return where the unpacked bytes lie} */
  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(cleaner);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook does the same.
    }
    delete();
  }

  private void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // There is nobody left to tell; its name says what it is.
      assert e != null;
    }
  }
}
