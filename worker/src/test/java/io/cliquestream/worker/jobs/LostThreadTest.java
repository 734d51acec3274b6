package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.ExitCode;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.worker.ChildProcess;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thread that the worker cannot do without never goes unnoticed. */
@Tag("seam")
final class LostThreadTest {
  private static final int BOMB_BYTES = 300 << 20;

  @Test
  void aDecompressionBombStoppedTheControlReaderWhileTheWorkerSaidReady() {
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of("-Xmx1g"), List.of());
        var installation = Installation.on(broker.awaitLine(BrokerProcess.LISTENING), 1);
        var worker =
            ChildProcess.start(
                WorkerProcess.class, List.of("-Xmx160m"), List.of(installation.bootstrapServers))) {
      worker.awaitLine(WorkerProcess.TAKING_JOBS);
      new RawRecords(installation)
          .send(
              "control.v1",
              0,
              "bomb".getBytes(UTF_8),
              new byte[BOMB_BYTES],
              "own",
              new byte[1],
              Map.of(
                  "compression.type",
                  "zstd",
                  "max.request.size",
                  2 * BOMB_BYTES,
                  "buffer.memory",
                  2L * BOMB_BYTES));
      assertThat(worker.awaitEnd()).isEqualTo(ExitCode.WORKER_BROKEN.number());
    }
  }

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
