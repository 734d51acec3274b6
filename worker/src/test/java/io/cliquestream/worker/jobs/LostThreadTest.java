package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.JobStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thread that the worker cannot do without never goes unnoticed. */
@Tag("seam")
final class LostThreadTest {
  @Test
  void anExchangeThatLosesItsPlaceEndsTheServiceAndNotTheOther() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var first =
            TestWorker.start(
                installation.settings("same"),
                graphs -> graphs.put("graph", 1, 1, 2, 2, 3, 3, 1))) {
      installation.client.submit(Installation.triangles("before", "graph").build());
      log.await("before", 1);
      try (var second = TestWorker.start(installation.settings("same"), _ -> {})) {
        assertThat(first.service.broken().toCompletionStage().toCompletableFuture().join())
            .hasMessageContaining("same");
        assertThat(first.service.isReady()).isFalse();
        installation.client.submit(Installation.triangles("after", "graph").build());
        assertThat(log.await("after", 1).getFirst().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        assertThat(second.service.failure()).isEmpty();
      }
    }
  }
}
