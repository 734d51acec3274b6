package io.cliquestream.worker.jobs.handover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a worker asks the group to share its partitions anew. */
final class HandoverNewsTest {
  private final Handover handover = new Handover();

  private void prepare(int... partitions) {
    for (int partition : partitions) {
      handover.ready(partition);
    }
  }

  @Test
  void theGroupIsAskedOnceAllIsReady() {
    handover.tell();
    handover.want(Set.of(1, 2));
    prepare(1);
    assertThat(handover.hasNews()).isFalse();
    prepare(2);
    assertThat(handover.hasNews()).isTrue();
    handover.tell();
    assertThat(handover.hasNews()).as("the group knows").isFalse();
  }

  /** Until a heartbeat said so, nobody answered the jobs of what was on its way. */
  @Test
  void whatWasTakenForThisWorkerIsAskedForWithoutWaitingForAHeartbeat() {
    handover.want(Set.of(1, 2));
    prepare(1, 2);
    handover.tell();
    handover.want(Set.of(1, 2));
    assertThat(handover.hasNews()).as("taken from its owner in this assignment").isTrue();
    assertThat(handover.hasNews()).isFalse();
    handover.tell();
    handover.want(Set.of());
    assertThat(handover.hasNews()).as("given").isFalse();
  }

  @Test
  void aGroupThatDoesNotGiveWhatItPromisesIsNotAskedWithoutEnd() {
    handover.want(Set.of(1));
    prepare(1);
    handover.tell();
    int asked = 0;
    for (int assignment = 0; assignment < 10; assignment++) {
      handover.want(Set.of(1));
      while (handover.hasNews()) {
        asked++;
        handover.tell();
      }
    }
    assertThat(asked).isEqualTo(1);
  }
}
