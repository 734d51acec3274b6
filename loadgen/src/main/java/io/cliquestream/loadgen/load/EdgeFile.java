package io.cliquestream.loadgen.load;

import io.cliquestream.contract.EdgeSource;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads a graph as {@code generate} writes it: little-endian pairs of 32-bit ids. */
final class EdgeFile {
  private EdgeFile() {}

  /**
   * The edges of a file.
   *
   * @throws IllegalArgumentException for a file that holds no whole pairs, or is larger than 2 GiB
   */
  static EdgeSource read(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long bytes = channel.size();
      if (bytes % (2 * Integer.BYTES) != 0 || bytes > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            file + " does not hold pairs of 32-bit ids, or is larger than 2 GiB");
      }
      IntBuffer ids =
          channel
              .map(FileChannel.MapMode.READ_ONLY, 0, bytes)
              .order(ByteOrder.LITTLE_ENDIAN)
              .asIntBuffer();
      return edges -> {
        for (int i = 0; i < ids.limit(); i += 2) {
          edges.accept(Integer.toUnsignedLong(ids.get(i)), Integer.toUnsignedLong(ids.get(i + 1)));
        }
      };
    }
  }
}
