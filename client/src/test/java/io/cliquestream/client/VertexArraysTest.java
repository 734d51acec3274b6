package io.cliquestream.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.ResultDifference;
import io.cliquestream.v1.ResultPage;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

final class VertexArraysTest {
  private static final BigInteger HUGE = BigInteger.TWO.pow(130);

  private final VertexArrays arrays = new VertexArrays(2);

  @Test
  void aDifferenceIsLaidOverAWholeAnswerAndAnotherWholeOneReplacesIt() {
    assertThat(arrays.version()).isEmpty();
    assertThat(arrays.lay(whole(7, counts(Map.of(1L, HUGE, 2L, BigInteger.ZERO))))).isTrue();
    assertThat(arrays.lay(whole(8, counts(Map.of(3L, BigInteger.ONE)), coefficient(4, 0.5))))
        .isTrue();
    assertThat(arrays.counts()).isEqualTo(Map.of(3L, BigInteger.ONE));
    JobOutcome changed =
        since(8, 9, counts(Map.of(3L, BigInteger.ZERO, -1L, HUGE)), coefficient(4, 0));
    assertThat(changed.difference()).isPresent();
    assertThat(arrays.lay(changed)).isTrue();
    assertThat(arrays.counts()).isEqualTo(Map.of(-1L, HUGE));
    assertThat(arrays.coefficients()).isEmpty();
    assertThat(arrays.version()).isEqualTo(OptionalLong.of(9));
  }

  @Test
  void whatBeginsFromAnotherVersionOrJobIsRefused() {
    refused(FailureCode.FAILURE_CODE_VERSION_UNKNOWN, since(7, 8), "nothing is known");
    arrays.lay(whole(7));
    refused(FailureCode.FAILURE_CODE_VERSION_UNKNOWN, since(8, 9), "version 7 of job job is known");
    var others = new VertexArrays(2);
    others.lay(new JobOutcome(whole(7).result().toBuilder().setJobId("other").build(), List.of()));
    assertThatThrownBy(() -> others.lay(since(7, 8))).hasMessageContaining("of job other");
    assertThat(arrays.lay(since(7, 8))).isTrue();
  }

  @Test
  void whatIsKeptIsBoundedAndARefusalChangesNothing() {
    ResultPage two = counts(Map.of(1L, HUGE, 2L, HUGE));
    arrays.lay(whole(1, two));
    ResultPage third = counts(Map.of(3L, HUGE));
    refused(FailureCode.FAILURE_CODE_RESULT_TOO_LARGE, since(1, 2, third), "3 vertices");
    refused(FailureCode.FAILURE_CODE_RESULT_TOO_LARGE, whole(2, two, third), "3 vertices");
    assertThat(arrays.counts()).containsOnlyKeys(1L, 2L);
    assertThat(arrays.version()).isEqualTo(OptionalLong.of(1));
    assertThat(arrays.lay(since(1, 2, third, counts(Map.of(1L, BigInteger.ZERO))))).isTrue();
    assertThat(arrays.counts()).containsOnlyKeys(2L, 3L);
  }

  @Test
  void aRunThatDidNotSucceedChangesNothing() {
    arrays.lay(whole(1, counts(Map.of(1L, HUGE))));
    var cancelled = whole(2).result().toBuilder().setStatus(JobStatus.JOB_STATUS_CANCELLED).build();
    assertThat(arrays.lay(new JobOutcome(cancelled, List.of()))).isFalse();
    assertThat(arrays.counts()).containsOnlyKeys(1L);
    assertThat(arrays.version()).isEqualTo(OptionalLong.of(1));
  }

  private void refused(FailureCode code, JobOutcome run, String message) {
    assertThatThrownBy(() -> arrays.lay(run))
        .hasMessageContaining(message)
        .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
        .extracting(ClientException::code)
        .isEqualTo(code);
  }

  private static JobOutcome whole(long version, ResultPage... pages) {
    return new JobOutcome(result(version).build(), List.of(pages));
  }

  private static JobOutcome since(long base, long version, ResultPage... pages) {
    var difference =
        ResultDifference.newBuilder().setBaseVersion(base).setChangedVerticesOnly(true);
    return new JobOutcome(result(version).setDifference(difference).build(), List.of(pages));
  }

  private static JobResult.Builder result(long version) {
    return JobResult.newBuilder()
        .setJobId("job")
        .setGraphVersion(version)
        .setStatus(JobStatus.JOB_STATUS_SUCCEEDED);
  }

  private static ResultPage counts(Map<Long, BigInteger> values) {
    ResultPage.Builder page = ResultPage.newBuilder();
    values.forEach(
        (vertex, count) ->
            page.getVertexCountsBuilder().addVertices(vertex).addCounts(Counts.of(count)));
    return page.build();
  }

  private static ResultPage coefficient(long vertex, double value) {
    ResultPage.Builder page = ResultPage.newBuilder();
    page.getVertexCoefficientsBuilder().addVertices(vertex).addCoefficients(value);
    return page.build();
  }
}
