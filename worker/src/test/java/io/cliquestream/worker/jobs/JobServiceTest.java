package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.JobStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("seam")
final class JobServiceTest {
  @Test
  void answersATriangleCountThroughTheBroker() {
    try (var installation = Installation.open(3);
        var _ =
            TestWorker.start(
                installation.settings("one"),
                graphs -> graphs.put("square", 1, 1, 2, 2, 3, 3, 1, 3, 4, 4, 1))) {
      var outcome =
          installation.client.run(
              Installation.triangles("job-1", "square").build(), Installation.WAIT);
      assertThat(outcome.result().getStatus())
          .as(outcome.result().toString())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(Counts.toDecimal(outcome.result().getTriangles().getTriangles())).isEqualTo("2");
      assertThat(outcome.result().getGraphVersion()).isEqualTo(1);
      assertThat(outcome.result().getVertices()).isEqualTo(4);
      assertThat(outcome.result().getEdges()).isEqualTo(5);
    }
  }
}
