package io.cliquestream.kernels.cuda.driver;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * Copies between pageable memory and staging slabs with several threads: one alone brings about 7
 * GB/s, an eighth of what PCIe 5 takes.
 */
public final class HostCopy {
  /** Bytes that are worth a thread: some ten times what waking it costs. */
  private static final long PIECE_BYTES = 1L << 20;

  /** Threads that share one copy, the caller's among them. */
  private static final int MOST_THREADS = 4;

  /** Stands for any thread but the owner of confined memory. */
  private static final Thread ANOTHER = Thread.ofPlatform().unstarted(() -> {});

  private HostCopy() {}

  /** Copies; both are off the heap and of the same size. */
  public static void copy(MemorySegment source, MemorySegment target) {
    long bytes = source.byteSize();
    int threads = Math.min(MOST_THREADS, ForkJoinPool.getCommonPoolParallelism() + 1);
    int pieces = (int) Math.min(threads, bytes / PIECE_BYTES);
    if (pieces < 2 || !source.isAccessibleBy(ANOTHER) || !target.isAccessibleBy(ANOTHER)) {
      target.copyFrom(source);
      return;
    }
    IntStream.range(0, pieces)
        .parallel()
        .forEach(
            piece -> {
              long from = bytes * piece / pieces;
              long length = bytes * (piece + 1) / pieces - from;
              target.asSlice(from, length).copyFrom(source.asSlice(from, length));
            });
  }
}
