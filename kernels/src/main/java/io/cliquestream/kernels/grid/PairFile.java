package io.cliquestream.kernels.grid;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PairSource;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Pairs in a file, as little-endian ids of 4 bytes one after the other: mapped, so that the system
 * holds of it in memory what it likes.
 */
public final class PairFile implements PairSource, AutoCloseable {
  private static final ValueLayout.OfInt ID =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int PAIR_BYTES = 2 * Integer.BYTES;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment ids;

  private PairFile(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      ids = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
    } catch (Throwable failure) {
      arena.close();
      throw failure;
    }
  }

  /**
   * Opens a file, which nobody may change while it is open.
   *
   * @param path pairs of 32-bit ids, little-endian
   * @return a source that the caller closes
   * @throws ComputeException FILE_UNREADABLE; FILE_TRUNCATED when it ends within a pair
   */
  public static PairFile open(Path path) {
    PairFile file;
    try {
      file = new PairFile(path);
    } catch (IOException e) {
      throw new ComputeException(
          FailureCode.FILE_UNREADABLE, path + " cannot be read: " + e.getMessage(), e);
    }
    if (file.ids.byteSize() % PAIR_BYTES != 0) {
      file.close();
      throw new ComputeException(FailureCode.FILE_TRUNCATED, path + " ends within a pair");
    }
    return file;
  }

  @Override
  public long size() {
    return ids.byteSize() / PAIR_BYTES;
  }

  @Override
  public int copyPairs(long firstPair, long[] into) {
    int pairs = (int) Math.min(into.length / 2, size() - firstPair);
    for (int i = 0; i < 2 * pairs; i++) {
      into[i] =
          Integer.toUnsignedLong(ids.get(ID, firstPair * PAIR_BYTES + (long) i * ID.byteSize()));
    }
    return pairs;
  }

  @Override
  public void close() {
    arena.close();
  }
}
