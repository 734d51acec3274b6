package io.cliquestream.kernels.cuda.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.pattern.CanonicalCode;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dictionary of connected graphs; needs the built library but no GPU. */
final class SubgraphDictionaryTest {
  private static final int MOST_CLASSES = 853;

  private static CudaLibrary library() {
    Path file =
        Path.of(
            System.getProperty("cliquestream.cuda.library", "target/cuda/libcliquestream_cuda.so"));
    assumeTrue(Files.exists(file), "this build made no CUDA library: there was no nvcc");
    return CudaLibrary.open(file);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6})
  void everyConnectedGraphIsOneClassAndEveryBitmapHasItsCanonicalCode(int vertices) {
    try (Arena arena = Arena.ofConfined()) {
      int bitmaps = 1 << (vertices * (vertices - 1) / 2 - 1);
      MemorySegment classes = arena.allocate((long) bitmaps * Short.BYTES, Long.BYTES);
      MemorySegment codes = arena.allocate((long) MOST_CLASSES * Integer.BYTES, Long.BYTES);
      MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
      library().enumerate().dictionary(vertices, classes, codes, count);
      Set<Integer> expected =
          ConnectedPatterns.ofSize(vertices).stream()
              .map(pattern -> CanonicalCode.of(pattern).bits())
              .collect(Collectors.toCollection(TreeSet::new));
      int found = count.get(ValueLayout.JAVA_INT, 0);
      int[] listed = codes.asSlice(0, (long) found * Integer.BYTES).toArray(ValueLayout.JAVA_INT);
      assertThat(Arrays.stream(listed).boxed()).containsExactlyInAnyOrderElementsOf(expected);
      for (int rest = 0; rest < bitmaps; rest++) {
        // A bitmap is connected when every vertex after the first has a bit in its column.
        if (everyVertexIsNextToAnEarlierOne(vertices, bitmaps | rest)) {
          int code = CanonicalCode.of(new CanonicalCode(vertices, bitmaps | rest).pattern()).bits();
          int named = listed[classes.getAtIndex(ValueLayout.JAVA_SHORT, rest)];
          assertThat(named).as("bitmap %x of %d", bitmaps | rest, vertices).isEqualTo(code);
        }
      }
    }
  }

  private static boolean everyVertexIsNextToAnEarlierOne(int vertices, int bitmap) {
    int lowest = vertices * (vertices - 1) / 2;
    for (int v = 1; v < vertices; v++) {
      lowest -= v;
      if ((bitmap >> lowest & ((1 << v) - 1)) == 0) {
        return false;
      }
    }
    return true;
  }

  @Test
  void aSizeWithoutADictionaryIsRefused() {
    CudaLibrary library = library();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment any = arena.allocate(64, Long.BYTES);
      assertThatThrownBy(() -> library.enumerate().dictionary(8, any, any, any))
          .isInstanceOf(LibraryStatusException.class);
      assertThatThrownBy(() -> library.enumerate().dictionary(2, any, any, any))
          .isInstanceOf(LibraryStatusException.class);
    }
  }
}
