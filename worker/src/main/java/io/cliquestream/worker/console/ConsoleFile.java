package io.cliquestream.worker.console;

import io.cliquestream.contract.Checksums;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * One file of the console, as it is sent.
 *
 * @param type its media type
 * @param tag names its content; a browser that has the same need not be sent it again
 * @param plain its bytes
 * @param packed the same, gzipped
 */
record ConsoleFile(String type, String tag, byte[] plain, byte[] packed) {
  private static final int TAG_BYTES = 12;

  /** Reads a file; empty when there is none of this name. */
  static Optional<ConsoleFile> read(String name) throws IOException {
    try (InputStream file = ConsoleFile.class.getResourceAsStream(ConsoleFiles.RESOURCES + name)) {
      if (file == null) {
        return Optional.empty();
      }
      byte[] plain = file.readAllBytes();
      return Optional.of(new ConsoleFile(typeOf(name), tagOf(plain), plain, pack(plain)));
    }
  }

  private static String typeOf(String name) {
    String type =
        switch (name.substring(name.lastIndexOf('.') + 1)) {
          case "html" -> "text/html";
          case "js" -> "text/javascript";
          case "css" -> "text/css";
          case "svg" -> "image/svg+xml";
          default -> throw new IllegalArgumentException("no file of the console: " + name);
        };
    return type + "; charset=utf-8";
  }

  private static String tagOf(byte[] content) {
    return '"' + HexFormat.of().formatHex(Checksums.sha256().digest(content), 0, TAG_BYTES) + '"';
  }

  private static byte[] pack(byte[] content) throws IOException {
    var packed = new ByteArrayOutputStream(content.length / 2);
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(content);
    }
    return packed.toByteArray();
  }
}
