package io.cliquestream.kernels.cuda.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Plans are made on the host: needs the built library, but no GPU. */
final class MaximalFunctionsTest {
  private static final long VERTICES = 1_000_000;
  private static final long EDGES = 20_000_000;

  private static CudaLibrary library() {
    Path file =
        Path.of(
            System.getProperty("cliquestream.cuda.library", "target/cuda/libcliquestream_cuda.so"));
    assumeTrue(Files.exists(file), "this build made no CUDA library: there was no nvcc");
    return CudaLibrary.open(file);
  }

  private static NativeRecord graph(CudaLibrary library, Arena arena) {
    return library
        .allocate("cs_graph", arena)
        .set("active", VERTICES)
        .set("id_bound", VERTICES)
        .set("edges", EDGES);
  }

  private static NativeRecord options(CudaLibrary library, Arena arena, long listWords) {
    return library
        .allocate("cs_maximal_options", arena)
        .set("minimum_size", 1)
        .set("list_words", listWords);
  }

  @Test
  void aPlanStaysWithinItsBudgetAndHoldsEveryArray() {
    CudaLibrary library = library();
    try (Arena arena = Arena.ofConfined()) {
      NativeRecord graph = graph(library, arena);
      NativeRecord options = options(library, arena, 1L << 20);
      NativeRecord sizes = library.allocate("cs_maximal_sizes", arena);
      long least = 0;
      for (long budget = 8L << 30; ; budget /= 2) {
        if (!library.maximal().plan(graph, 500, 100_000, options, budget, sizes)) {
          break;
        }
        least = sizes.get("bytes");
        assertThat(least).isLessThanOrEqualTo(budget);
        NativeRecord work = library.allocate("cs_maximal_work", arena);
        long base = 1L << 40;
        library.maximal().bind(base, graph, options, sizes, work);
        assertThat(work.get("later_begin")).isBetween(base, base + least);
        assertThat(work.get("list") + (4L << 20)).isBetween(base, base + least);
      }
      // Neighbours, orders and sums of a graph of this size take so much by themselves.
      assertThat(least).isGreaterThan(4 * EDGES);
    }
  }

  @Test
  void outDegreesPastTheBoundOfTheKernelsAreRefused() {
    CudaLibrary library = library();
    try (Arena arena = Arena.ofConfined()) {
      NativeRecord sizes = library.allocate("cs_maximal_sizes", arena);
      assertThatThrownBy(
              () ->
                  library
                      .maximal()
                      .plan(
                          graph(library, arena),
                          8_193,
                          100_000,
                          options(library, arena, 0),
                          1L << 40,
                          sizes))
          .isInstanceOfSatisfying(
              LibraryStatusException.class,
              refused -> assertThat(refused.code()).isEqualTo(FailureCode.GRAPH_TOO_LARGE));
    }
  }
}
