package io.cliquestream.loadgen.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.cliquestream.contract.Counts;
import io.cliquestream.contract.Failures;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.TriangleAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LoadRecorderTest {
  private static final long MILLI = 1_000_000;

  @Test
  void latencyCountsFromTheTimeAJobWasDueHoweverLateItWasSent() {
    var recorder = new LoadRecorder(plan(2, 10));
    recorder.sent(0, 0, false);
    recorder.sent(1, 900 * MILLI, true);
    recorder.answered(triangles("run-0", 5), 20 * MILLI);
    recorder.answered(triangles("run-1", 5), 910 * MILLI);

    var report = recorder.report();
    assertThat(report.latency().maximum()).isCloseTo(810, within(1.0));
    assertThat(report.latency().p50()).isCloseTo(20, within(0.1));
    assertThat(report.heldBack()).isEqualTo(1);
    assertThat(report.greatestLatenessMillis()).isCloseTo(800, within(1e-6));
    assertThat(report.failures()).isEmpty();
    assertThat(report.mismatched() + report.waiting() + report.lost() + report.duplicated())
        .isZero();
  }

  @Test
  void wrongLostDoubledAndFailedJobsAreToldApart() {
    var recorder = new LoadRecorder(plan(6, 10));
    for (int i = 0; i < 6; i++) {
      recorder.sent(i, i * (100 * MILLI), false);
    }
    recorder.refused(5, FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE);
    assertThat(recorder.answered(triangles("run-0", 5), 600 * MILLI)).isTrue();
    assertThat(recorder.answered(triangles("run-0", 5), 601 * MILLI)).isFalse();
    assertThat(recorder.answered(triangles("run-1", 6), 602 * MILLI)).isTrue();
    assertThat(
            recorder.answered(
                JobResult.newBuilder()
                    .setJobId("run-2")
                    .setStatus(JobStatus.JOB_STATUS_FAILED)
                    .setFailure(Failures.of(FailureCode.FAILURE_CODE_QUEUE_FULL, "full"))
                    .build(),
                603 * MILLI))
        .isTrue();
    for (String foreign : List.of("other-3", "run-99", "run-x", "run", "run--3")) {
      assertThat(recorder.answered(triangles(foreign, 5), 604 * MILLI)).as(foreign).isFalse();
    }

    var report = recorder.report();
    assertThat(report.sent()).isEqualTo(5);
    assertThat(report.succeeded()).isEqualTo(2);
    assertThat(report.checked()).isEqualTo(2);
    assertThat(report.mismatched()).isEqualTo(1);
    assertThat(report.firstMismatch()).contains("run-1").contains("expected 5, got 6");
    assertThat(report.lost()).isEqualTo(2);
    assertThat(report.duplicated()).isEqualTo(1);
    assertThat(report.failures())
        .containsOnlyKeys("QUEUE_FULL", "BROKER_UNAVAILABLE")
        .containsValue(1L);
  }

  @Test
  void ratesAreEventsOverTheTimeTheyTook() {
    var recorder = new LoadRecorder(plan(11, 10));
    for (int i = 0; i <= 10; i++) {
      recorder.sent(i, i * (100 * MILLI), false);
      recorder.answered(triangles("run-" + i, 5), (i + 10) * (100 * MILLI));
    }
    var report = recorder.report();
    assertThat(report.sentPerSecond()).isCloseTo(10, within(1e-9));
    assertThat(report.answeredPerSecond()).isCloseTo(5.5, within(1e-9));
  }

  @Test
  void theReportIsOneJsonObjectAndAFewLines() throws Exception {
    var report = new LoadRecorder(plan(1, 10)).report();
    var json = new ObjectMapper().readTree(report.json());
    assertThat(json.get("latencyMillis").get("p99.9").asDouble()).isZero();
    assertThat(json.get("lost").asLong()).isZero();
    assertThat(report.text().lines()).hasSize(6);
  }

  @Test
  void theMixFollowsItsWeightsAndItsSeed() {
    var plan =
        new LoadPlan(
            "run",
            10,
            20_000,
            List.of(entry("triangles", 1), entry("max-clique", 3)),
            5,
            10,
            Duration.ofSeconds(1),
            Duration.ZERO,
            Duration.ZERO);
    long triangles = 0;
    for (int i = 0; i < plan.jobs(); i++) {
      assertThat(plan.entry(i)).isEqualTo(plan.entry(i));
      triangles += plan.request(i).hasTriangleCount() ? 1 : 0;
    }
    assertThat(triangles).isBetween(4_600L, 5_400L);
    assertThat(plan.dueNanos(15)).isEqualTo(1_500 * MILLI);
    assertThat(plan.indexOf(plan.request(123).getJobId())).isEqualTo(123);
  }

  @Test
  void theSendersOwnStartWasInTheLatencyOfWhatCameAfterIt() {
    var recorder = new LoadRecorder(plan(4, 10, Duration.ofMillis(200)));
    for (int i = 0; i < 4; i++) {
      // The first two are due within the warm-up, are sent 80 ms late and answered after 90.
      long late = i < 2 ? 80 : 1;
      recorder.sent(i, (100L * i + late) * MILLI, false);
      assertThat(
              recorder.answered(
                  triangles("run-" + i, i == 0 ? 6 : 5), (100L * i + late + 10) * MILLI))
          .isTrue();
    }
    LoadReport report = recorder.report();
    assertThat(report.succeeded()).isEqualTo(4);
    assertThat(report.checked()).isEqualTo(4);
    assertThat(report.mismatched()).isEqualTo(1);
    assertThat(report.greatestLatenessMillis()).isEqualTo(1);
    assertThat(report.latency().measured()).isEqualTo(2);
    assertThat(report.latency().maximum()).isBetween(10.9, 11.1);
  }

  @Test
  void aWarmUpAsLongAsTheLoadLeftALatencyOfNothing() {
    assertThat(plan(4, 10, Duration.ofMillis(300)).isMeasured(3)).isTrue();
    assertThatThrownBy(() -> plan(4, 10, Duration.ofMillis(301)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no latency would be left");
  }

  private static LoadPlan plan(int jobs, double rate) {
    return plan(jobs, rate, Duration.ZERO);
  }

  private static LoadPlan plan(int jobs, double rate, Duration warmUp) {
    return new LoadPlan(
        "run",
        rate,
        jobs,
        List.of(entry("triangles", 1)),
        1,
        100,
        Duration.ofSeconds(1),
        Duration.ZERO,
        warmUp);
  }

  private static MixEntry entry(String job, int weight) {
    return new MixEntry("graph", JobShape.parse(job), weight, Optional.of("5"));
  }

  private static JobResult triangles(String jobId, long count) {
    return JobResult.newBuilder()
        .setJobId(jobId)
        .setStatus(JobStatus.JOB_STATUS_SUCCEEDED)
        .setTriangles(TriangleAnswer.newBuilder().setTriangles(Counts.ofUnsigned(count)))
        .build();
  }
}
