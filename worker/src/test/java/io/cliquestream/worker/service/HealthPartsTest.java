package io.cliquestream.worker.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.changes.ChangeHealth;
import io.cliquestream.worker.health.PartHealth;
import io.cliquestream.worker.intake.IntakeHealth;
import io.cliquestream.worker.thread.ThreadHealth;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Threads that died or hang make the part they belong to DOWN, by name. */
final class HealthPartsTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @Test
  void aLaneOfChangesThatDiedOrHungLeftTheWorkerUp() {
    assertThat(changes(thread("lane-0", Duration.ZERO, Optional.empty())).up()).isTrue();
    assertThat(changes(thread("lane-1", LIMIT.plusNanos(1), Optional.empty())))
        .satisfies(part -> assertThat(part.up()).isFalse())
        .satisfies(part -> assertThat(part.detail()).contains("lane-1"));
    var died = Optional.<Throwable>of(new LinkageError("of a test"));
    assertThat(changes(thread("lane-2", Duration.ZERO, died)))
        .satisfies(part -> assertThat(part.up()).isFalse())
        .satisfies(part -> assertThat(part.detail()).contains("lane-2"));
  }

  @Test
  void aThreadThatPollsGraphsAndHangsIsDownWhileTheBrokerAnswers() {
    var hangs = thread("graphs", LIMIT.plusNanos(1), Optional.empty());
    var intake = new IntakeHealth(true, Duration.ZERO, Optional.empty(), List.of(), List.of(hangs));
    assertThat(HealthParts.intake(intake).up()).isFalse();
    assertThat(HealthParts.intake(intake).detail()).contains("graphs");
  }

  private static PartHealth changes(ThreadHealth thread) {
    return HealthParts.changes(new ChangeHealth("", List.of(), List.of(thread)));
  }

  private static ThreadHealth thread(
      String name, Duration sinceProgress, Optional<Throwable> failure) {
    return new ThreadHealth(name, failure.isEmpty(), sinceProgress, LIMIT, failure);
  }
}
