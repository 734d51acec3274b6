package io.cliquestream.kernels.cuda.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.GraphFunctions;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is packed holds the pairs, read by the format's words. Needs the library and no GPU. */
final class PackedRunsTest {
  private static final int BLOCK = 512;
  private static final long ARRAYS = 60;

  private static GraphFunctions functions() {
    Path file =
        Path.of(
            System.getProperty("cliquestream.cuda.library", "target/cuda/libcliquestream_cuda.so"));
    assumeTrue(Files.exists(file), "this build made no CUDA library: there was no nvcc");
    return CudaLibrary.open(file).graph();
  }

  @Test
  void runsOfPairsHoldThemInOrder() {
    GraphFunctions functions = functions();
    long packed = 0;
    for (long seed = 0; seed < ARRAYS; seed++) {
      try (EdgeArray edges = PackedArrays.of(seed)) {
        var runs = new PackedRuns.OfPairs(functions, edges);
        long[] all = PackedArrays.pairs(edges, edges.size());
        int at = 0;
        for (long run = 0; run < runs.count(); run++) {
          long count = runs.pairs(run);
          long[] found = unpacked(functions, runs, run);
          if (found != null) {
            packed++;
            assertThat(found)
                .as("seed %d run %d", seed, run)
                .isEqualTo(Arrays.copyOfRange(all, at, at + (int) count));
          }
          at += (int) count;
        }
        assertThat(at).isEqualTo(all.length);
      }
    }
    assertThat(packed).isPositive();
  }

  @Test
  void runsOfRowsHoldEveryEdgeOnce() {
    GraphFunctions functions = functions();
    int whole = 0;
    for (long seed = 0; seed < ARRAYS; seed++) {
      try (EdgeArray edges = PackedArrays.of(seed);
          Graph graph = GraphBuilder.build(edges)) {
        var runs = new PackedRuns.OfRows(functions, graph);
        long[] found = new long[(int) graph.edgeCount()];
        int at = 0;
        for (long run = 0; run < runs.count() && at >= 0; run++) {
          long[] some = unpacked(functions, runs, run);
          if (some == null) {
            at = -1;
          } else {
            System.arraycopy(some, 0, found, at, some.length);
            at += some.length;
          }
        }
        if (at >= 0) {
          whole++;
          assertThat(at).as("seed %d", seed).isEqualTo(found.length);
          assertThat(PackedArrays.sorted(found))
              .as("seed %d", seed)
              .isEqualTo(PackedArrays.sorted(PackedArrays.edges(graph)));
        }
      }
    }
    assertThat(whole).isPositive();
  }

  /** The pairs of a run, or null where it does not pack. Nothing behind its words is written. */
  private static long[] unpacked(GraphFunctions functions, PackedRuns runs, long run) {
    int count = (int) runs.pairs(run);
    if (count == 0) {
      return new long[0];
    }
    try (Arena arena = Arena.ofConfined()) {
      long words = functions.packedWords(count);
      MemorySegment packed = arena.allocate(Integer.BYTES * (words + 2), Long.BYTES);
      packed.fill((byte) 0x5A);
      if (!runs.pack(run, count, packed.asSlice(0, Integer.BYTES * words))) {
        return null;
      }
      assertThat(packed.getAtIndex(ValueLayout.JAVA_INT, words)).isEqualTo(0x5A5A5A5A);
      int[] all = packed.toArray(ValueLayout.JAVA_INT);
      int first = 2 * Math.ceilDiv(count, BLOCK);
      long[] pairs = new long[count];
      for (int i = 0; i < count; i++) {
        int base = all[2 * (i / BLOCK)];
        int bits = all[2 * (i / BLOCK) + 1];
        long word = Integer.toUnsignedLong(all[first + i]);
        int from = base + (int) (word >>> bits);
        int to = from + (int) (word & ((1L << bits) - 1));
        pairs[i] = Integer.toUnsignedLong(from) | (long) to << 32;
      }
      return pairs;
    }
  }
}
