package io.cliquestream.worker.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.JobControl;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tries of a job that are stopped for the sake of others. */
final class JobAttemptsTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final JobControl job = JobControl.unbounded();
  private final JobAttempts attempts = new JobAttempts(job);

  @Test
  void aJobDisplacedBeforeItsFirstAttemptWasCancelledForGood() {
    assertThat(attempts.displace()).isFalse();
    assertThat(job.stopped()).isFalse();
    JobControl first = attempts.begin(LIMIT);
    assertThat(first.stopped()).isFalse();
    assertThat(attempts.isDisplaced()).isFalse();
  }

  @Test
  void aDisplacedAttemptLeavesTheJobAndTheNextAttemptAlone() {
    JobControl first = attempts.begin(LIMIT);
    assertThat(attempts.displace()).isTrue();
    assertThat(first.stopped()).isTrue();
    assertThat(attempts.isDisplaced()).isTrue();
    // It waits for its next turn: nothing of it runs.
    assertThat(attempts.displace()).isFalse();
    JobControl second = attempts.begin(LIMIT);
    assertThat(second.stopped()).isFalse();
    assertThat(attempts.isDisplaced()).isFalse();
    assertThat(attempts.displace()).isTrue();
  }

  @Test
  void aCancelledJobIsNotDisplaced() {
    var _ = attempts.begin(LIMIT);
    assertThat(attempts.displace()).isTrue();
    job.cancel("a client asked for it");
    assertThat(attempts.isDisplaced()).isFalse();
  }
}
