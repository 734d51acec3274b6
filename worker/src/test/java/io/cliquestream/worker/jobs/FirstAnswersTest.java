package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.thread.ThreadHealth;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a start does first, on a real broker. */
@Tag("seam")
@Timeout(120)
final class FirstAnswersTest {
  private static final int PARTITIONS = 2;
  private static final List<String> LATER =
      List.of("cliquestream-split-feed", "cliquestream-tasks");

  private static List<String> threads(TestWorker worker) {
    return worker.service.health().threads().stream().map(ThreadHealth::name).toList();
  }

  private static void awaitSettled(TestWorker worker) {
    worker
        .service
        .settled()
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(60, TimeUnit.SECONDS)
        .join();
  }

  @Test
  void whatNoFirstAnswerNeedsTookTimeFromTheRestore() throws Exception {
    try (var installation = Installation.open(PARTITIONS)) {
      var gate = new GatedStore.Gate();
      try (var worker =
          TestWorker.behind(
              installation.settings("starts", Map.of("jobs.start-limit", "10m")), gate)) {
        gate.awaitArrival(PARTITIONS);
        assertThat(threads(worker)).isNotEmpty().doesNotContainAnyElementsOf(LATER);
        assertThat(worker.service.settled().isComplete()).isFalse();
        gate.open();
        awaitSettled(worker);
        while (!threads(worker).containsAll(LATER)) {
          Thread.sleep(5);
        }
      }
    }
  }

  @Test
  void aRestoreThatTakesLongKeepsNothingBackForEver() throws Exception {
    try (var installation = Installation.open(PARTITIONS)) {
      var gate = new GatedStore.Gate();
      try (var worker =
          TestWorker.behind(
              installation.settings("starts", Map.of("jobs.start-limit", "1ms")), gate)) {
        awaitSettled(worker);
        while (!threads(worker).containsAll(LATER)) {
          Thread.sleep(5);
        }
        gate.open();
      }
    }
  }
}
