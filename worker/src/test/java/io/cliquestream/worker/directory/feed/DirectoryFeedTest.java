package io.cliquestream.worker.directory.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.Polling;
import io.cliquestream.worker.config.ApiSettings;
import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.directory.GroupDirectory;
import io.cliquestream.worker.directory.JobFilter;
import io.cliquestream.worker.directory.WorkerRecords;
import io.cliquestream.worker.directory.listed.ListedJob;
import io.cliquestream.worker.directory.listed.ListedState;
import io.cliquestream.worker.service.WorkerSchema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is read while nobody asks, and what who asks then sees. */
@Tag("seam")
final class DirectoryFeedTest {
  private static final Duration WAIT = Duration.ofSeconds(60);
  private static final int JOBS_KEPT = 100;

  private final EmbeddedBroker broker = EmbeddedBroker.start();
  private final Vertx vertx = Vertx.vertx();
  private final WorkerExecutor executor = vertx.createSharedWorkerExecutor("feed-test", 2);
  private final Topics topics = Topics.UNPREFIXED;
  private Admin admin;
  private KafkaProducer<byte[], byte[]> producer;
  private GroupDirectory directory;
  private DirectoryFeed feed;

  @BeforeEach
  void start() throws Exception {
    String bootstrap = broker.bootstrapServers();
    TopicAdmin.create(
        ClientSettings.of(bootstrap), TopicSettings.defaults().withPartitions(1, 1, 1));
    admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    Configuration configuration =
        WorkerSchema.schema()
            .load(null, Map.of(), Map.of("kafka.bootstrap", bootstrap, "api.catch-up-wait", "30s"));
    ApiSettings settings = configuration.get(ApiSettings.class);
    directory = new GroupDirectory(topics, "job-state.v1", settings, 1L << 40);
    feed =
        new DirectoryFeed(
            vertx,
            configuration.get(KafkaSettings.class),
            "job-state.v1",
            settings,
            directory,
            executor,
            admin,
            JOBS_KEPT);
    feed.start(Future.succeededFuture())
        .toCompletionStage()
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
    await(() -> feed.hasBegun() && !feed.isCurrent());
  }

  @AfterEach
  void stop() throws Exception {
    feed.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    producer.close();
    admin.close();
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    broker.close();
  }

  private static void await(Callable<Boolean> condition) {
    Polling.until(WAIT, "what the topics say", condition);
  }

  private void write(int from, int to) {
    for (int i = from; i < to; i++) {
      byte[] id = ("job-" + i).getBytes(UTF_8);
      var request =
          JobRequest.newBuilder()
              .setJobId("job-" + i)
              .setGraphId("graph")
              .setTriangleCount(TriangleCount.getDefaultInstance())
              .build();
      var result =
          JobResult.newBuilder()
              .setJobId("job-" + i)
              .setGraphVersion(1)
              .setStatus(JobStatus.JOB_STATUS_SUCCEEDED);
      var _ = producer.send(new ProducerRecord<>(topics.jobs(), id, request.toByteArray()));
      var _ =
          producer.send(
              new ProducerRecord<>(
                  topics.results(),
                  id,
                  ResultRecord.newBuilder().setResult(result).build().toByteArray()));
    }
    producer.flush();
  }

  /** Returns when the feed has read what a worker said after all that was written so far. */
  private void hearOf(String worker) throws InterruptedException {
    var records = new WorkerRecords(topics.workers());
    for (int i = 0; i < 2; i++) {
      String name = worker + i;
      var _ = producer.send(records.worker(name, new JsonObject().put("state", "running")));
      producer.flush();
      await(
          () ->
              directory.workers(System.currentTimeMillis()).stream()
                  .anyMatch(known -> known.id().equals(name)));
    }
  }

  private List<ListedJob> jobs() {
    return directory.jobs(JobFilter.all(_ -> true), Optional.empty(), 1_000).items();
  }

  @Test
  void whatWasAnsweredWhileNobodyAskedIsThereForWhoAsksNext() throws Exception {
    write(0, 20);
    hearOf("worker-");
    // Workers are heard all the time; a record of every job is what costs.
    assertThat(jobs()).isEmpty();
    feed.asked().get(60, TimeUnit.SECONDS);
    assertThat(feed.isCurrent()).isTrue();
    assertThat(jobs()).hasSize(20).allMatch(job -> job.state() == ListedState.SUCCEEDED);
    // Who asked may ask again: now it is read on by itself.
    write(20, 40);
    await(() -> jobs().size() == 40);
  }

  @Test
  void whatListsWouldNotKeepIsPassedOver() throws Exception {
    write(0, 5 * JOBS_KEPT);
    hearOf("worker-");
    feed.asked().get(60, TimeUnit.SECONDS);
    assertThat(jobs()).hasSize(JOBS_KEPT).allMatch(job -> job.state() == ListedState.SUCCEEDED);
    assertThat(jobs()).extracting(ListedJob::id).contains("job-" + (5 * JOBS_KEPT - 1));
  }
}
