package io.cliquestream.worker.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HostMemoryTest {
  @Test
  void reservesAllOrNothing() {
    var memory = new HostMemory(100);
    assertThat(memory.tryReserve(60)).isTrue();
    assertThat(memory.tryReserve(41)).isFalse();
    assertThat(memory.tryReserve(Long.MAX_VALUE)).isFalse();
    assertThat(memory.used()).isEqualTo(60);
    assertThat(memory.tryReserve(40)).isTrue();
    memory.release(100);
    assertThat(memory.used()).isZero();
    assertThatThrownBy(() -> memory.release(1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void keepersMakeRoomBeforeAReservationIsRefused() {
    var memory = new HostMemory(100);
    memory.reserveBeyondLimit(90);
    memory.onShortage(memory::release);
    assertThat(memory.tryReserve(30)).isTrue();
    assertThat(memory.used()).isEqualTo(100);
    memory.reserveBeyondLimit(50);
    assertThat(memory.used()).isEqualTo(100);
  }

  @Test
  void manyThreadsNeverReserveMoreThanThereIs() throws Exception {
    var memory = new HostMemory(1_000);
    Callable<Integer> task =
        () -> {
          int got = 0;
          for (int i = 0; i < 10_000; i++) {
            if (memory.tryReserve(7)) {
              assertThat(memory.used()).isLessThanOrEqualTo(1_000);
              got++;
              memory.release(7);
            }
          }
          return got;
        };
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (var result : threads.invokeAll(IntStream.range(0, 8).mapToObj(_ -> task).toList())) {
        assertThat(result.get()).isPositive();
      }
    }
    assertThat(memory.used()).isZero();
  }
}
