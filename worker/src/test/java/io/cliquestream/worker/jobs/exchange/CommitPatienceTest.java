package io.cliquestream.worker.jobs.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CommitPatienceTest {
  @Test
  void leavingOnceWaitedForTheWholePatienceOfACommitUnderWay() {
    var patience = new CommitPatience(Duration.ofHours(1));
    assertThat(patience.isOver()).isFalse();
    patience.shorten(Duration.ofHours(2));
    assertThat(patience.isOver()).isFalse();
    patience.shorten(Duration.ofNanos(-1));
    assertThat(patience.isOver()).isTrue();
    patience.shorten(Duration.ofHours(1));
    assertThat(patience.isOver()).isTrue();
  }
}
