package io.cliquestream.kernels.cuda.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.reference.GivenPlanMatches;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The GPU along plans that a job gives, against brute force. */
@Tag("gpu")
final class CudaGivenPlanTest {
  private static CudaEngine gpu;

  @BeforeAll
  static void open() {
    gpu = Gpu.open();
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
    }
  }

  private static Answer.Matches match(PreparedGraph graph, PatternMatch job, ListingSink sink) {
    return (Answer.Matches) gpu.run(graph, job, JobControl.unbounded(), sink).answer();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void everyConnectedOrderOfEveryPatternGivesTheSameCount(int size) {
    GivenPlanMatches.requireEveryOrder(CudaGivenPlanTest::match, size, 50L + size, 10);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6})
  void validRestrictionsCountAndListEveryMatchOnce(int size) {
    GivenPlanMatches.requireRestrictions(CudaGivenPlanTest::match, size, 1_000L * size, 9, 1);
  }
}
