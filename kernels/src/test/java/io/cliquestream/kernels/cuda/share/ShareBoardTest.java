package io.cliquestream.kernels.cuda.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShareBoardTest {
  private static final long WORTH = 1_000;

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("jobs.queues");
  }

  @Test
  void everyPieceOfEveryPhaseIsTakenOnceByDevicesOfTwoMappings() throws InterruptedException {
    int devices = 8;
    int phases = 200;
    int pieces = 37;
    var taken = new AtomicIntegerArray(phases * pieces);
    try (ShareBoard owner = ShareBoard.create(file());
        ShareBoard other = ShareBoard.map(file());
        SharedQueue queue = owner.open(devices, WORTH).orElseThrow()) {
      QueueShare first = owner.share(queue.number(), 0, true);
      assertThat(first.offer("all alike", WORTH)).isEqualTo(devices);
      List<Thread> threads = new ArrayList<>();
      for (int device = 0; device < devices; device++) {
        ShareBoard by = device % 2 == 0 ? owner : other;
        QueueShare share = device == 0 ? first : by.share(queue.number(), device, false);
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int phase = 0; phase < phases; phase++) {
                        for (int piece = share.take(phase, pieces);
                            piece >= 0;
                            piece = share.take(phase, pieces)) {
                          taken.incrementAndGet(phase * pieces + piece);
                        }
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(IntStream.range(0, taken.length()).map(taken::get)).containsOnly(1);
  }

  @Test
  void aJobIsNotOfferedUnlessItTakesLong() {
    try (ShareBoard board = ShareBoard.create(file());
        SharedQueue queue = board.open(2, WORTH).orElseThrow()) {
      QueueShare share = board.share(queue.number(), 0, true);
      assertThat(share.offer("short", WORTH - 1)).isEqualTo(1);
      assertThat(queue.isOffered()).isFalse();
      assertThat(share.take(0, 2)).isZero();
      assertThat(share.take(0, 2)).isEqualTo(1);
      assertThat(share.take(0, 2)).isNegative();
      share.did(0, 2, 2);
      assertThatThrownBy(() -> share.did(0, 1, 2)).isInstanceOf(ComputeException.class);
      assertThat(share.isDivided()).isFalse();
    }
  }

  @Test
  void aDeviceThatIsBarredGetsNoPieceAndOneThatHasPiecesIsNotBarred() {
    try (ShareBoard board = ShareBoard.create(file());
        SharedQueue queue = board.open(3, WORTH).orElseThrow()) {
      QueueShare first = board.share(queue.number(), 0, true);
      var _ = first.offer("a choice, Ω", WORTH);
      QueueShare second = board.share(queue.number(), 1, false);
      QueueShare third = board.share(queue.number(), 2, false);
      assertThat(second.choice()).contains("a choice, Ω");
      assertThat(second.take(0, 2)).isZero();
      assertThat(queue.bar(1)).isFalse();
      assertThat(queue.bar(2)).isTrue();
      assertThat(third.take(0, 2)).isNegative();
      assertThat(third.isLost()).isFalse();
      assertThat(first.take(0, 2)).isEqualTo(1);
    }
  }

  @Test
  void aReplacedProcessKnowsThatItsPiecesAreLost() {
    try (ShareBoard board = ShareBoard.create(file());
        SharedQueue queue = board.open(2, WORTH).orElseThrow()) {
      QueueShare first = board.share(queue.number(), 0, true);
      assertThat(first.isLost()).isFalse();
      var _ = first.offer("x", WORTH);
      assertThat(first.isLost()).isFalse();
      assertThat(board.share(queue.number(), 0, true).isLost()).isTrue();
      QueueShare second = board.share(queue.number(), 1, false);
      assertThat(second.isLost()).isFalse();
      assertThat(second.take(0, 9)).isZero();
      assertThat(second.isLost()).isFalse();
      assertThat(board.share(queue.number(), 1, false).isLost()).isTrue();
    }
  }

  @Test
  void boundsRiseAndNeverFallAndQueuesAreBounded() {
    try (ShareBoard board = ShareBoard.create(file())) {
      List<SharedQueue> queues = new ArrayList<>();
      for (var queue = board.open(2, 0); queue.isPresent(); queue = board.open(2, 0)) {
        queues.add(queue.get());
      }
      assertThat(queues).hasSize(64);
      SharedQueue last = queues.getLast();
      QueueShare first = board.share(last.number(), 0, true);
      var _ = first.offer("x", 0);
      QueueShare second = board.share(last.number(), 1, false);
      first.raise(7);
      second.raise(5);
      assertThat(second.bound()).isEqualTo(7);
      last.close();
      assertThat(board.open(2, 0)).isPresent();
    }
  }
}
