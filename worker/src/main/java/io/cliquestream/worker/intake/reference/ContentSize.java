package io.cliquestream.worker.intake.reference;

import io.cliquestream.kernels.graph.file.GraphFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much a graph file holds, told without parsing it.
 *
 * @param bytes after unpacking
 * @param words runs of bytes that are neither blanks nor ends of lines; no format has more pairs
 */
record ContentSize(long bytes, long words) {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int NARROW_PAIR_BYTES = 8;

  /**
   * Reads a file once.
   *
   * @param most bytes that are read; the rest is not looked at
   */
  static ContentSize of(Path file, long most, FetchLimit limit) throws IOException {
    try (var packed = new BufferedInputStream(Files.newInputStream(file));
        InputStream content = GraphFiles.unpacked(packed)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      long bytes = 0;
      long words = 0;
      boolean within = false;
      for (int read = content.read(buffer);
          read >= 0 && bytes < most;
          read = content.read(buffer)) {
        limit.check();
        bytes += read;
        for (int i = 0; i < read; i++) {
          boolean blank = buffer[i] >= 0 && buffer[i] <= ' ';
          words += within || blank ? 0 : 1;
          within = !blank;
        }
      }
      return new ContentSize(bytes, words);
    }
  }

  /**
   * Pairs of eight bytes that its edges cannot exceed. Text that lists neighbours has a pair a
   * word; ids beyond 2^32, whose pairs take sixteen bytes, come two words a pair; binary pairs take
   * what they take in the file.
   */
  long narrowPairs() {
    return Math.max(words, Math.ceilDiv(bytes, NARROW_PAIR_BYTES));
  }
}
