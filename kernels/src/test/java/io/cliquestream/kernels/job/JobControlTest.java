package io.cliquestream.kernels.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.JobOutcome.Slice;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class JobControlTest {
  @Test
  void aCancelNamesItsFirstReason() {
    JobControl control = JobControl.unbounded();
    control.checkStopped();

    control.cancel("not needed any more");
    control.cancel("a second reason");

    assertThatThrownBy(control::checkStopped)
        .isInstanceOfSatisfying(
            StoppedException.class,
            e -> {
              assertThat(e.code()).isEqualTo(FailureCode.CANCELLED);
              assertThat(e).hasMessageContaining("not needed any more");
              assertThat(e.partial()).isEmpty();
            });
  }

  @Test
  void aPassedDeadlineStops() {
    JobControl control = JobControl.within(Duration.ZERO);

    assertThat(control.stopped()).isTrue();
    assertThat(control.stop().code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED);
  }

  @Test
  void aFarDeadlineDoesNotStop() {
    assertThat(JobControl.within(Duration.ofDays(365)).stopped()).isFalse();
  }

  @Test
  void aPartStopsWithItsJobAndWhenItsOwnTimeIsUpWhichLeavesTheJobAlone() {
    JobControl job = JobControl.withPriority(7);
    JobControl expired = job.part(Duration.ZERO);
    JobControl going = job.part(Duration.ofDays(1));

    assertThat(going.priority()).isEqualTo(7);
    assertThat(expired.stop().code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED);
    assertThat(job.stopped()).isFalse();
    assertThat(going.stopped()).isFalse();

    job.cancel("not needed any more");
    assertThat(going.stopped()).isTrue();
    assertThat(going.stop().code()).isEqualTo(FailureCode.CANCELLED);
    assertThat(expired.stop().code()).isEqualTo(FailureCode.CANCELLED);
  }

  @Test
  void progressIsTheShareOfTheEstimatedWorkAndNeverMoreThanAll() {
    JobControl control = JobControl.unbounded();
    control.beginPhase(Phase.COMPUTING, 200);
    assertThat(control.progress().fraction()).isZero();

    control.workDone(50);
    assertThat(control.progress().fraction()).isEqualTo(0.25);
    assertThat(control.progress().phase()).isEqualTo(Phase.COMPUTING);

    control.workDone(500);
    assertThat(control.progress().fraction()).isEqualTo(1);
  }

  @Test
  void aPartStopsWithTheWholeAndAlone() {
    JobControl whole = JobControl.withPriority(7);
    JobControl ended = whole.part(1);
    JobControl other = whole.part(1);
    assertThat(other.priority()).isEqualTo(7);

    ended.cancel("the part has enough");
    assertThatThrownBy(ended::checkStopped).hasMessageContaining("the part has enough");
    assertThat(whole.stopped()).isFalse();
    assertThat(other.stopped()).isFalse();

    whole.cancel("nobody wants it");
    assertThatThrownBy(other::checkStopped).hasMessageContaining("nobody wants it");
    assertThatThrownBy(ended::checkStopped).hasMessageContaining("nobody wants it");
    assertThat(JobControl.within(Duration.ZERO).part(1).stop().code())
        .isEqualTo(FailureCode.DEADLINE_EXCEEDED);
  }

  @Test
  void aPartGivesTheWholeItsShareOfProgressOnceHoweverOftenItBegins() {
    JobControl whole = JobControl.unbounded();
    whole.beginPhase(Phase.COMPUTING, 100);
    JobControl part = whole.part(40);

    part.beginPhase(Phase.PREPARING, 1);
    part.workDone(1);
    assertThat(whole.progress().fraction()).isZero();
    part.beginPhase(Phase.COMPUTING, 8);
    part.workDone(4);
    assertThat(whole.progress().fraction()).isEqualTo(0.2);
    part.beginPhase(Phase.COMPUTING, 8);
    part.workDone(2);
    assertThat(whole.progress().fraction()).isEqualTo(0.2);
    part.workDone(60);
    part.finishPart();
    assertThat(whole.progress().fraction()).isEqualTo(0.4);
  }

  @Test
  void slicesAreSharesOfTheirPhaseSinceTheAttemptBegan() {
    JobControl control = JobControl.unbounded();
    control.beginPhase(Phase.COMPUTING, 10);
    control.sliceDone(System.nanoTime(), 10);
    control.beginPhase(Phase.PREPARING, 1);
    assertThat(control.slices()).isEmpty();

    control.beginPhase(Phase.COMPUTING, 200);
    long start = System.nanoTime();
    control.sliceDone(start, 50);
    control.sliceDone(start + 1, 150);

    assertThat(control.slices()).extracting(Slice::share).containsExactly(0.25, 0.75);
    assertThat(control.slices()).extracting(Slice::startNanos).containsExactly(start, start + 1);
    assertThat(control.slices().getFirst().endNanos()).isGreaterThanOrEqualTo(start);
  }

  @Test
  void slicesOfAPartAreItsJobsInTheJobsUnitAndThoseOfAnAttemptItsOwn() {
    JobControl whole = JobControl.unbounded();
    whole.beginPhase(Phase.COMPUTING, 100);
    JobControl part = whole.part(40);
    part.beginPhase(Phase.PREPARING, 1);
    part.beginPhase(Phase.COMPUTING, 8);
    part.sliceDone(1, 2);
    part.part(8).slice(new Slice(2, 3, 0.5, 4)); // of a part's part, told by another process
    JobControl attempt = whole.attempt(Duration.ofDays(1), "late");
    attempt.beginPhase(Phase.COMPUTING, 1);
    attempt.sliceDone(5, 1);

    assertThat(part.slices()).isEmpty();
    assertThat(whole.slices()).extracting(Slice::share).containsExactly(0.1, 0.2);
    assertThat(whole.slices()).extracting(Slice::launches).containsExactly(1, 4);
    assertThat(attempt.slices()).extracting(Slice::share).containsExactly(1.0);
  }

  @Test
  void prioritiesOutsideTheirBoundsAreRefused() {
    for (int priority : new int[] {-1, 10}) {
      assertThatThrownBy(() -> JobControl.withPriority(priority))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.OPTION_INVALID));
    }
  }
}
