package io.cliquestream.worker.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.jobs.TestSettings;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

final class RecordWriterTest {
  /** The log said "unhandled exception" every few seconds while the broker was away. */
  @Test
  void aRecordThatCouldNotBeWrittenWasReportedAsNobodysProblem() throws Exception {
    Vertx vertx = Vertx.vertx();
    Queue<Throwable> unhandled = new ConcurrentLinkedQueue<>();
    try {
      KafkaSettings settings =
          TestSettings.of(Map.of("kafka.bootstrap", "localhost:" + unusedPort())).kafka();
      var written = new CompletableFuture<>();
      var context = vertx.getOrCreateContext();
      context.exceptionHandler(unhandled::add);
      context.runOnContext(
          _ ->
              RecordWriter.open(vertx, settings, "one", Optional.empty())
                  .compose(
                      writer ->
                          writer
                              .write(new ProducerRecord<>("workers.v1", new byte[1], new byte[1]))
                              .eventually(writer::close))
                  .onSuccess(written::complete)
                  .onFailure(written::completeExceptionally));
      assertThatThrownBy(() -> written.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(ApiException.class)
          .hasMessageContaining("workers.v1 cannot be written");
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
    assertThat(unhandled).isEmpty();
  }

  private static int unusedPort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
