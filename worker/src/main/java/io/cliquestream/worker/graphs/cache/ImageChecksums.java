package io.cliquestream.worker.graphs.cache;

import io.cliquestream.kernels.control.Parallelism;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * CRC-32C of a file, block by block and in parallel: some gigabytes a second and thread, far above
 * what a disk gives.
 */
final class ImageChecksums {
  private static final long BLOCK_BYTES = 1L << 24;

  private ImageChecksums() {}

  /** The checksum of every block. */
  static int[] of(Path file) throws IOException {
    try (var arena = Arena.ofShared();
        var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment all = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      int[] checksums = new int[Math.toIntExact(Math.ceilDiv(all.byteSize(), BLOCK_BYTES))];
      Parallelism.available()
          .forRanges(
              checksums.length,
              1,
              (from, to) -> {
                long start = from * BLOCK_BYTES;
                long bytes = Math.min(BLOCK_BYTES, all.byteSize() - start);
                var checksum = new CRC32C();
                checksum.update(all.asSlice(start, bytes).asByteBuffer());
                checksums[(int) from] = (int) checksum.getValue();
              });
      return checksums;
    }
  }

  /**
   * Compares a file with what it was.
   *
   * @throws IOException when it cannot be read or is another one
   */
  static void verify(SpilledGraph spilled) throws IOException {
    if (!Arrays.equals(of(spilled.file()), spilled.checksums())) {
      throw new IOException("its checksum is wrong");
    }
  }
}
