package io.cliquestream.kernels.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostCopyTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4096, (1L << 20) + 3, 4L << 20, (5L << 20) + 17})
  void everyByteArrivesFromSharedAndFromConfinedMemory(long bytes) {
    Random random = new Random(bytes);
    try (Arena shared = Arena.ofShared();
        Arena confined = Arena.ofConfined()) {
      for (Arena arena : new Arena[] {shared, confined}) {
        MemorySegment source = arena.allocate(Math.max(1, bytes)).asSlice(0, bytes);
        for (long i = 0; i < bytes; i++) {
          source.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
        MemorySegment target = shared.allocate(Math.max(1, bytes)).asSlice(0, bytes);
        HostCopy.copy(source, target);
        assertThat(source.mismatch(target)).as("%d bytes", bytes).isEqualTo(-1);
      }
    }
  }
}
