package io.cliquestream.kernels.graph.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells files from what only looks like one: opening a pipe may wait for ever, a device has neither
 * size nor end, and a folder has no bytes.
 */
final class OrdinaryFile {
  private static final int TYPE = 0170000;
  private static final int PIPE = 0010000;
  private static final int CHARACTER_DEVICE = 0020000;
  private static final int BLOCK_DEVICE = 0060000;
  private static final int SOCKET = 0140000;

  private OrdinaryFile() {}

  /**
   * Asks before a file is opened; links are followed.
   *
   * @throws IOException when there is no such file, or it is none to read
   */
  static void require(Path file) throws IOException {
    if (Files.isRegularFile(file)) {
      return;
    }
    if (Files.isDirectory(file)) {
      throw new IOException("it is a directory");
    }
    throw new IOException(
        "it is " + kind(file) + ", not a file; write what it gives to a file first");
  }

  private static String kind(Path file) throws IOException {
    // Fails as opening would when there is nothing there.
    Files.readAttributes(file, "isOther");
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return "a special file";
    }
    return switch ((int) Files.getAttribute(file, "unix:mode") & TYPE) {
      case PIPE -> "a pipe";
      case CHARACTER_DEVICE, BLOCK_DEVICE -> "a device";
      case SOCKET -> "a socket";
      default -> "a special file";
    };
  }
}
