package io.cliquestream.worker.jobs.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FairQueueTest {
  @Test
  void servesHigherPrioritiesFirst() throws InterruptedException {
    var queue = new FairQueue<String>();
    queue.add(0, "a", "lowest");
    queue.add(9, "a", "highest");
    queue.add(4, "a", "usual");
    assertThat(taken(queue, 3)).containsExactly("highest", "usual", "lowest");
  }

  @Test
  void tenantsTakeTurnsAndKeepTheirOwnOrder() throws InterruptedException {
    var queue = new FairQueue<String>();
    for (int job = 0; job < 4; job++) {
      queue.add(4, "busy", "busy-" + job);
    }
    queue.add(4, "quiet", "quiet-0");
    queue.add(4, "quiet", "quiet-1");
    assertThat(taken(queue, 6))
        .containsExactly("busy-0", "quiet-0", "busy-1", "quiet-1", "busy-2", "busy-3");
  }

  @Test
  void removesAWaitingJobOnce() throws InterruptedException {
    var queue = new FairQueue<String>();
    queue.add(4, "a", "first");
    queue.add(4, "a", "second");
    assertThat(queue.remove(4, "a", "first")).isTrue();
    assertThat(queue.remove(4, "a", "first")).isFalse();
    assertThat(taken(queue, 1)).containsExactly("second");
    assertThat(queue.size()).isZero();
  }

  @Test
  void closingLetsWaitersGo() throws InterruptedException {
    var queue = new FairQueue<String>();
    var empty = new ArrayList<Boolean>();
    Thread waiter =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    empty.add(queue.take().isEmpty());
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    queue.close();
    waiter.join();
    queue.add(4, "a", "ignored");
    assertThat(empty).containsExactly(true);
    assertThat(queue.take()).isEmpty();
  }

  private static List<String> taken(FairQueue<String> queue, int count)
      throws InterruptedException {
    var jobs = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      jobs.add(queue.take().orElseThrow());
    }
    return jobs;
  }
}
