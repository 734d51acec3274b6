package io.cliquestream.worker.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.Split;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.Polling;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.TraceSettings;
import io.cliquestream.worker.trace.TraceExport;
import io.cliquestream.worker.trace.TraceReceiver;
import io.cliquestream.worker.trace.TraceReceiver.Received;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a collector gets of jobs, with a real broker, whole workers and a real receiver. */
final class TracesTest {
  private static final Duration WAIT = Duration.ofSeconds(60);
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-";
  private static final Pattern EXEMPLAR =
      Pattern.compile(
          "cliquestream_jobs_compute_seconds_bucket.*# \\{.*trace_id=\"([0-9a-f]{32})\"");

  private static EmbeddedBroker broker;

  @TempDir Path folder;
  private ClientSettings settings;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void createTopics() {
    settings =
        ClientSettings.of(broker.bootstrapServers())
            .withTopics(Topics.prefixed("t" + UUID.randomUUID() + "."));
    TopicAdmin.create(settings, TopicSettings.defaults().withPartitions(1, 1, 1));
    try (var client = CliquestreamClient.open(settings)) {
      publish(client, "graph", 1, 2, 2, 3, 3, 1);
    }
  }

  @Test
  void aJobIsOneTreeFromItsSendingToItsCommit() throws Exception {
    try (var receiver = TraceReceiver.start();
        var worker = worker("only", Map.of("traces.otlp-endpoint", receiver.endpoint()))) {
      running(worker);
      try (var sending = TraceExport.open(traces(receiver.endpoint()), "test-sender", "here");
          var client = CliquestreamClient.open(settings, sending.provider())) {
        assertThat(client.run(triangles("one", "graph"), WAIT).succeeded()).isTrue();
      }
      Received send = receiver.await(1, s -> s.name().startsWith("send ")).getFirst();
      Received run = receiver.await(1, s -> s.name().startsWith("process ")).getFirst();
      List<Received> steps = receiver.await(7, s -> s.parentId().equals(run.id()));

      assertThat(send.service()).isEqualTo("test-sender");
      assertThat(send.parentId()).isEmpty();
      assertThat(send.attributes())
          .containsEntry("cliquestream.job.id", "one")
          .containsEntry("messaging.kafka.offset", "0");
      assertThat(run.service()).isEqualTo("cliquestream");
      assertThat(run.namesVersion()).isEqualTo("1");
      assertThat(run.traceId()).isEqualTo(send.traceId());
      assertThat(run.parentId()).isEqualTo(send.id());
      assertThat(run.failed()).isFalse();
      assertThat(run.attributes())
          .containsEntry("cliquestream.job.id", "one")
          .containsEntry("cliquestream.graph.id", "graph")
          .containsEntry("cliquestream.job.kind", "triangles")
          .containsEntry("cliquestream.job.status", "succeeded")
          .containsEntry("cliquestream.outcome", "committed")
          .containsEntry("messaging.destination.name", settings.topics().jobs())
          .containsEntry("messaging.kafka.offset", "0");
      assertThat(steps)
          .extracting(Received::name)
          .containsExactlyInAnyOrder(
              "take", "admit", "graph", "queue", "prepare", "compute", "commit");
      for (Received step : steps) {
        assertThat(step.traceId()).isEqualTo(send.traceId());
        assertThat(step.start()).isBetween(run.start(), run.end());
        assertThat(step.end()).isBetween(step.start(), run.end());
      }
      assertThat(steps.stream().filter(s -> s.name().equals("compute")).findFirst().orElseThrow())
          .satisfies(s -> assertThat(s.attributes()).containsEntry("cliquestream.engine", "cpu"));

      // Whoever reads the answer goes on from the worker's span.
      assertThat(traceOfResult("one")).contains("00-" + run.traceId() + "-" + run.id() + "-01");
      // And a measurement leads to the trace.
      String metrics = scrape(worker, "application/openmetrics-text");
      var exemplar = EXEMPLAR.matcher(metrics);
      assertThat(exemplar.find()).as(metrics).isTrue();
      assertThat(exemplar.group(1)).isEqualTo(send.traceId());
    }
  }

  @Test
  void aFailedJobsTreeSaysWhyAndEndsWhereItEnded() throws Exception {
    try (var receiver = TraceReceiver.start();
        var worker =
            worker(
                "only",
                Map.of(
                    "traces.otlp-endpoint",
                    receiver.endpoint(),
                    "traces.otlp-headers",
                    "x-tenant=we, x-key=secret"));
        var client = CliquestreamClient.open(settings)) {
      running(worker);
      client.run(triangles("lost", "nowhere"), WAIT);
      Received run = receiver.await(1, s -> s.name().startsWith("process ")).getFirst();
      List<Received> steps = receiver.await(4, s -> s.parentId().equals(run.id()));

      assertThat(run.parentId()).isEmpty();
      assertThat(run.failed()).isTrue();
      assertThat(run.attributes())
          .containsEntry("error.type", "GRAPH_UNKNOWN")
          .containsEntry("cliquestream.job.status", "failed")
          .containsEntry("cliquestream.outcome", "committed");
      assertThat(steps)
          .extracting(Received::name)
          .containsExactlyInAnyOrder("take", "admit", "graph", "commit");
      assertThat(receiver.header("X-tenant")).isEqualTo("we");
      assertThat(receiver.header("X-key")).isEqualTo("secret");

      assertThat(client.submit(triangles("lost", "nowhere")).offset()).isEqualTo(1);
      assertThat(
              receiver.await(
                  1, s -> "duplicate".equals(s.attributes().get("cliquestream.outcome"))))
          .hasSize(1);
      garbage();
      Received letter =
          receiver
              .await(1, s -> "dead-letter".equals(s.attributes().get("cliquestream.outcome")))
              .getFirst();
      assertThat(letter.failed()).isTrue();
      assertThat(letter.attributes()).containsEntry("error.type", "RECORD_UNDECODABLE");
      assertThat(scrape(worker, "text/plain"))
          .contains("cliquestream_jobs_failed_total{code=\"GRAPH_UNKNOWN\",tenant=\"none\"} 1.0");
    }
  }

  @Test
  void aJobThatAnotherWorkerTakesUpHasARunOfEachInOneTrace() throws Exception {
    try (var receiver = TraceReceiver.start()) {
      Map<String, String> traced =
          Map.of(
              "traces.otlp-endpoint", receiver.endpoint(),
              "jobs.progress-interval", "20ms",
              "drain.timeout", "100ms");
      try (var client = CliquestreamClient.open(settings)) {
        publish(client, "dense", dense());
        try (var first = worker("first", traced)) {
          running(first);
          submit("long", "dense", PARENT + "01");
          awaitComputing(client, "long");
        }
        try (var second = worker("second", traced)) {
          running(second);
          awaitComputing(client, "long");
          client.cancel("long", "seen enough");
          client.await("long", WAIT);
        }
      }
      List<Received> runs = receiver.await(2, s -> s.name().startsWith("process "));
      assertThat(runs).hasSize(2);
      for (Received run : runs) {
        assertThat(run.traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(run.parentId()).isEqualTo("b7ad6b7169203331");
        assertThat(run.attributes()).containsEntry("messaging.kafka.offset", "0");
      }
      assertThat(runs)
          .extracting(run -> run.attributes().get("cliquestream.outcome"))
          .containsExactly("given-back", "committed");
      Received second = runs.getLast();
      assertThat(second.attributes()).containsEntry("error.type", "CANCELLED");
      Received compute =
          receiver
              .await(1, s -> s.name().equals("compute") && s.parentId().equals(second.id()))
              .getFirst();
      assertThat(compute.events())
          .isNotEmpty()
          .allSatisfy(event -> assertThat(event.name()).isEqualTo("progress"));
    }
  }

  @Test
  void partsOfASplitJobHadNoSpanWhereverTheyWereComputed() throws Exception {
    try (var receiver = TraceReceiver.start();
        var one = worker("one", Map.of("traces.otlp-endpoint", receiver.endpoint()));
        var two = worker("two", Map.of("traces.otlp-endpoint", receiver.endpoint()));
        var client = CliquestreamClient.open(settings)) {
      running(one);
      running(two);
      publish(client, "dense", dense());
      JobRequest split =
          triangles("split", "dense").toBuilder().setSplit(Split.newBuilder().setParts(2)).build();
      assertThat(client.run(split, WAIT).result().getPlanMap()).containsKey("split-parts");

      Received run = receiver.await(1, s -> s.name().startsWith("process ")).getFirst();
      List<Received> parts = receiver.await(2, s -> s.name().equals("part"));
      for (Received part : parts) {
        assertThat(part.traceId()).isEqualTo(run.traceId());
        assertThat(part.parentId()).isEqualTo(run.id());
        assertThat(part.attributes())
            .containsEntry("cliquestream.job.id", "split")
            .containsEntry("cliquestream.outcome", "done");
      }
      assertThat(parts)
          .extracting(part -> part.attributes().get("cliquestream.job.part"))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void whatIsNotSampledIsNotRecordedAndItsHeaderGoesOnAsItCame() throws Exception {
    try (var receiver = TraceReceiver.start();
        var worker =
            worker(
                "only", Map.of("traces.otlp-endpoint", receiver.endpoint(), "traces.share", "0"));
        var client = CliquestreamClient.open(settings)) {
      running(worker);
      submit("unsampled", "graph", PARENT + "00");
      client.await("unsampled", WAIT);
      assertThat(traceOfResult("unsampled")).contains(PARENT + "00");
      client.run(triangles("untraced", "graph"), WAIT);
      assertThat(traceOfResult("untraced")).isEmpty();
      submit("sampled", "graph", PARENT + "01");
      client.await("sampled", WAIT);
      receiver.await(1, s -> s.name().startsWith("process "));
      assertThat(receiver.spans())
          .filteredOn(s -> s.name().startsWith("process "))
          .extracting(s -> s.attributes().get("cliquestream.job.id"))
          .containsExactly("sampled");
    }
  }

  @Test
  void nothingIsTracedUnlessSomebodyAsksForIt() throws Exception {
    try (var worker = worker("only", Map.of());
        var client = CliquestreamClient.open(settings)) {
      running(worker);
      submit("plain", "graph", PARENT + "01");
      client.await("plain", WAIT);
      assertThat(traceOfResult("plain")).contains(PARENT + "01");
      assertThat(scrape(worker, "text/plain")).doesNotContain("cliquestream_traces_spans");
    }
  }

  @Test
  void aReceiverThatIsAwayOrSilentHoldsNoJobUp() throws Exception {
    try (var silent = TraceReceiver.thatNeverAnswers()) {
      for (String endpoint : List.of("http://127.0.0.1:1/v1/traces", silent.endpoint())) {
        String names = endpoint.equals(silent.endpoint()) ? "silent" : "away";
        try (var worker =
                worker(
                    names,
                    Map.of(
                        "traces.otlp-endpoint", endpoint,
                        "traces.queued-spans", "512",
                        "traces.export-timeout", "1s"));
            var client = CliquestreamClient.open(settings)) {
          running(worker);
          var outcomes = new ArrayList<java.util.concurrent.CompletableFuture<?>>();
          for (int job = 0; job < 300; job++) {
            outcomes.add(client.expect(names + job));
            client.submit(triangles(names + job, "graph"));
          }
          for (var outcome : outcomes) {
            outcome.get(60, TimeUnit.SECONDS);
          }
          awaitMetric(worker, "cliquestream_traces_spans_total{outcome=\"failed\"}");
          assertThat(value(worker, "cliquestream_traces_spans_total{outcome=\"ended\"}"))
              .isGreaterThanOrEqualTo(300 * 7);
          assertThat(value(worker, "cliquestream_traces_spans_total{outcome=\"exported\"}"))
              .isZero();
        }
      }
    }
  }

  private static TraceSettings traces(String endpoint) {
    return ConfigurationSchema.of(TraceSettings.class)
        .load(null, Map.of(), Map.of("traces.otlp-endpoint", endpoint))
        .get(TraceSettings.class);
  }

  private WorkerService worker(String instance, Map<String, String> more) {
    var given = new HashMap<String, String>();
    given.put("kafka.bootstrap", broker.bootstrapServers());
    given.put("kafka.topic-prefix", settings.topics().prefix());
    given.put("jobs.instance-id", instance);
    given.put("engine.kind", "cpu");
    given.put("http.port", "0");
    given.put("traces.export-interval", "50ms");
    given.put("graphs.spill-folder", folder.resolve(instance).toString());
    given.putAll(more);
    return WorkerService.start(WorkerSchema.schema().load(null, Map.of(), given));
  }

  private static void running(WorkerService worker) throws Exception {
    worker.running().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static void publish(CliquestreamClient client, String graph, long... ends) {
    client.publishSnapshot(
        new SnapshotPlan(graph, 1, 4, 0, EdgeEncoding.EDGE_ENCODING_PAIRS, 500_000),
        PayloadCompressor.NONE,
        EdgeSource.of(ends));
  }

  /** Its maximal cliques are not counted before the end of days. */
  private static long[] dense() {
    var random = new Random(1);
    var ends = LongStream.builder();
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < i; j++) {
        if (random.nextDouble() < 0.9) {
          ends.add(i).add(j);
        }
      }
    }
    return ends.build().toArray();
  }

  private static JobRequest triangles(String job, String graph) {
    return JobRequest.newBuilder()
        .setJobId(job)
        .setGraphId(graph)
        .setTriangleCount(TriangleCount.getDefaultInstance())
        .build();
  }

  private static void awaitComputing(CliquestreamClient client, String job) throws Exception {
    var computing = new CountDownLatch(2);
    try (var _ =
        client.followProgress(
            job,
            StartFrom.END,
            progress -> {
              if (progress.getPhase() == JobPhase.JOB_PHASE_COMPUTING) {
                computing.countDown();
              }
            })) {
      assertThat(computing.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Sends a job as a foreign client that has a trace of its own. */
  private void submit(String job, String graph, String trace) throws Exception {
    JobRequest.Builder request = JobRequest.newBuilder().setJobId(job).setGraphId(graph);
    if (graph.equals("dense")) {
      request.setMaximalCliques(MaximalCliques.getDefaultInstance());
    } else {
      request.setTriangleCount(TriangleCount.getDefaultInstance());
    }
    send(graph, request.build().toByteArray(), Optional.of(trace));
  }

  private void garbage() throws Exception {
    send("graph", "no message".getBytes(UTF_8), Optional.empty());
  }

  private void send(String key, byte[] value, Optional<String> trace) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      var record = new ProducerRecord<>(settings.topics().jobs(), 0, key.getBytes(UTF_8), value);
      trace.ifPresent(header -> record.headers().add("traceparent", header.getBytes(UTF_8)));
      producer.send(record).get(60, TimeUnit.SECONDS);
    }
  }

  /** The header traceparent of a job's result. */
  private Optional<String> traceOfResult(String job) throws Exception {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var partition = new TopicPartition(settings.topics().results(), 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        for (var record : consumer.poll(Duration.ofMillis(100))) {
          if (ResultRecord.parseFrom(record.value()).getResult().getJobId().equals(job)) {
            return Optional.ofNullable(record.headers().lastHeader("traceparent"))
                .map(header -> new String(header.value(), UTF_8));
          }
        }
      }
      throw new AssertionError("no result of " + job);
    }
  }

  private static String scrape(WorkerService worker, String type) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + worker.httpPort() + "/metrics"))
                  .header("accept", type)
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  private static double value(WorkerService worker, String series) throws Exception {
    return scrape(worker, "text/plain")
        .lines()
        .filter(line -> line.startsWith(series))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElse(0);
  }

  private static void awaitMetric(WorkerService worker, String series) {
    Polling.until(WAIT, series, () -> value(worker, series) != 0);
  }
}
