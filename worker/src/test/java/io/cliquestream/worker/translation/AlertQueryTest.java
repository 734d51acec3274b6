package io.cliquestream.worker.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.contract.Bounds;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.CoreDecomposition;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.PatternLabel;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.failure.WorkerException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class AlertQueryTest {
  private static JobRequest request(Consumer<AlertOptions.Builder> options) {
    var request = JobRequest.newBuilder().setTriangleCount(TriangleCount.getDefaultInstance());
    options.accept(request.getAlertBuilder());
    return request.build();
  }

  private static AlertQuery query(JobRequest request) {
    return AlertQuery.of(request, JobRequests.job(request)).orElseThrow();
  }

  /** Ids whose boxed forms have one hash code. */
  private static List<Long> meeting(int count) {
    return LongStream.range(0, count).map(i -> i << 32 | i).boxed().toList();
  }

  @Test
  void aHundredThousandVerticesThatMeetInOnePlaceOnceHeldUpEveryJob() {
    for (Consumer<AlertOptions.Builder> options :
        List.<Consumer<AlertOptions.Builder>>of(
            o -> o.addAllTouches(meeting(115_000)),
            o -> o.addAllContains(meeting(115_000)),
            o -> o.addAllContains(meeting(Bounds.ALERT_CONTAINS + 1)),
            o -> o.addAllTouches(meeting(Bounds.ALERT_TOUCHES + 1)),
            o -> o.addAllContains(meeting(4)),
            o -> o.setLimit(Bounds.ALERT_LIMIT + 1),
            o -> o.setLimit(-1),
            o -> o.setThreshold(-1),
            o -> o.setStartValue(77))) {
      assertThatThrownBy(() -> query(request(options)))
          .isInstanceOfSatisfying(
              WorkerException.class,
              refused ->
                  assertThat(refused.code()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID));
    }
    AlertQuery most =
        query(
            request(
                o ->
                    o.addAllTouches(meeting(Bounds.ALERT_TOUCHES))
                        .setThreshold(Long.MAX_VALUE)
                        .setLimit(Bounds.ALERT_LIMIT)));
    assertThat(most.touches()).hasSize(Bounds.ALERT_TOUCHES);
    assertThat(most.threshold()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void coreNumbersHaveNoMatches() {
    JobRequest cores =
        request(_ -> {}).toBuilder()
            .setCoreDecomposition(CoreDecomposition.getDefaultInstance())
            .build();
    assertThatThrownBy(() -> query(cores)).hasMessageContaining("core-numbers has no matches");
  }

  @Test
  void labelsThatDoNotFitTogetherAreRefused() {
    for (Consumer<AlertOptions.Builder> options :
        List.<Consumer<AlertOptions.Builder>>of(
            o -> o.setLabel(1),
            o -> o.addLabelled(7).addLabels(1),
            o -> o.setLabel(1).addLabelled(7),
            o -> o.setLabel(1).addLabels(7),
            o -> o.setLabel(-1).addLabelled(7).addLabels(1),
            o -> o.setLabel(1).addLabelled(7).addLabels(-1),
            o -> o.setLabel(1).addLabelled(7).addLabels(1).addLabelled(7).addLabels(1),
            o -> labelled(o, Bounds.ALERT_LABELLED + 1),
            o -> o.addLabelled(7).addLabels(1).addPatternLabels(of(3, 1)),
            o -> o.addLabelled(7).addLabels(1).addPatternLabels(of(-1, 1)),
            o -> o.addLabelled(7).addLabels(1).addPatternLabels(of(0, -1)),
            o ->
                o.addLabelled(7)
                    .addLabels(1)
                    .addPatternLabels(of(0, 1))
                    .addPatternLabels(of(0, 2)))) {
      assertThatThrownBy(() -> query(request(options)))
          .isInstanceOfSatisfying(
              WorkerException.class,
              refused ->
                  assertThat(refused.code()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID));
    }
    JobRequest cliques =
        request(o -> o.addLabelled(7).addLabels(1).addPatternLabels(of(0, 1))).toBuilder()
            .setMaximalCliques(MaximalCliques.getDefaultInstance())
            .build();
    assertThatThrownBy(() -> query(cliques)).hasMessageContaining("maximal cliques are no pattern");
    AlertLabels most =
        query(request(o -> labelled(o, Bounds.ALERT_LABELLED))).labels().orElseThrow();
    assertThat(most.applyAsInt(3L << 32 | 3)).isEqualTo(3);
    assertThat(most.applyAsInt(3)).isNegative();
  }

  private static PatternLabel of(int vertex, int label) {
    return PatternLabel.newBuilder().setVertex(vertex).setLabel(label).build();
  }

  private static void labelled(AlertOptions.Builder options, int count) {
    options.setLabel(1).addAllLabelled(meeting(count));
    IntStream.range(0, count).forEach(options::addLabels);
  }
}
