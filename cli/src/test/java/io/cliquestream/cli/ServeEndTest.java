package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.StartFrom;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.TriangleCount;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How {@code serve}, a process of its own, ends, and with which exit code. */
@Tag("long")
@Tag("seam")
final class ServeEndTest {
  private static final Duration WAIT = Duration.ofSeconds(60);

  /** Seconds of work, none of them certain. */
  private static final JobRequest.Builder LONG_JOB =
      JobRequest.newBuilder()
          .setGraphId("long")
          .setMotifCensus(MotifCensus.newBuilder().setSize(5));

  /** A random graph so dense that its maximum clique takes days. */
  private static final JobRequest.Builder ENDLESS_JOB =
      JobRequest.newBuilder()
          .setGraphId("endless")
          .setMaximumClique(MaximumClique.getDefaultInstance());

  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void sigtermLetsRunningJobsEndAndExitsWithZero() throws Exception {
    try (var client = installation("drain.");
        var worker = worker("drain.", "drain.timeout=60s")) {
      publish("drain.", "ba", "20000", "12", "1", "--publish", "long");
      var outcome = client.expect("job");
      awaitComputing(client, LONG_JOB.setJobId("job").build());
      assertThat(worker.terminate().exitCode()).as(worker.said()).isZero();
      // What Kafka's clients tell of a group that forms names exceptions, too.
      assertThat(
              worker
                  .said()
                  .lines()
                  .filter(line -> !(line.contains(" INFO ") && line.contains("clientId="))))
          .noneMatch(line -> line.contains(" ERROR ") || line.contains("Exception"));
      // Committed before the process ended; nobody else is there to answer.
      JobResult result = outcome.get(WAIT.toSeconds(), TimeUnit.SECONDS).result();
      assertThat(result.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    }
  }

  @Test
  void aJobThatOutlastsTheDrainIsLeftToTheNextWorker() throws Exception {
    try (var client = installation("next.")) {
      publish("next.", "er", "400", "160000", "1", "--publish", "endless");
      BlockingQueue<JobResult> results = new LinkedBlockingQueue<>();
      try (var _ =
          client.followResults(
              StartFrom.BEGINNING,
              record -> {
                if (record.hasResult()) {
                  results.add(record.getResult());
                }
              })) {
        try (var first = worker("next.", "drain.timeout=500ms")) {
          awaitComputing(client, ENDLESS_JOB.setJobId("job").build());
          assertThat(first.terminate().exitCode()).as(first.said()).isZero();
        }
        try (var second = worker("next.", "drain.timeout=500ms")) {
          second.awaitLine("taking jobs");
          client.cancel("job", "seen enough");
          JobResult only = results.poll(WAIT.toSeconds(), TimeUnit.SECONDS);
          assertThat(only.getStatus()).isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
          assertThat(only.getFailure().getMessage()).contains("seen enough");
          assertThat(second.terminate().exitCode()).as(second.said()).isZero();
        }
        assertThat(results).isEmpty();
      }
    }
  }

  @Test
  void aSecondSignalEndsTheProcessAtOnce() throws Exception {
    try (var client = installation("twice.");
        var worker = worker("twice.", "drain.timeout=1h")) {
      publish("twice.", "er", "400", "160000", "1", "--publish", "endless");
      awaitComputing(client, ENDLESS_JOB.setJobId("job").build());
      worker.terminate().awaitLine("draining");
      assertThat(worker.terminate().exitCode()).as(worker.said()).isEqualTo(128 + 15);
    }
  }

  @Test
  void aWorkerWhosePlaceAnotherTookEndsAndTheOtherAnswers() throws Exception {
    try (var client = installation("place.");
        var first = worker("place.", "drain.timeout=1s")) {
      publish("place.", "grid3d", "3", "3", "3", "--publish", "grid");
      JobRequest.Builder job =
          JobRequest.newBuilder()
              .setGraphId("grid")
              .setTriangleCount(TriangleCount.getDefaultInstance());
      client.run(job.setJobId("one").build(), WAIT);
      try (var second = worker("place.", "drain.timeout=1s")) {
        assertThat(first.exitCode()).as(first.said()).isEqualTo(7);
        assertThat(first.said()).contains("cannot go on: another worker runs as instance");
        assertThat(client.run(job.setJobId("two").build(), WAIT).result().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        assertThat(second.terminate().exitCode()).as(second.said()).isZero();
      }
    }
  }

  /** What a broker before 4.0 offers: 0 as 3.8 and older have it, 1 as 3.9 has it at most. */
  @ParameterizedTest
  @ValueSource(shorts = {0, 1})
  void aBrokerWithoutTransactionsOfVersionTwoIsRefused(short transactions) throws Exception {
    try (var old =
            EmbeddedBroker.start(
                EmbeddedBrokerSettings.temporary()
                    .withFeatures(Map.of("transaction.version", transactions)));
        var _ = create(old, "");
        var worker = ServeProcess.start(Map.of(), "--bootstrap", old.bootstrapServers())) {
      assertThat(worker.exitCode()).as(worker.said()).isEqualTo(3);
      assertThat(worker.said())
          .contains(
              "cannot take jobs: the broker's transaction.version is "
                  + transactions
                  + "; exactly-once answers need 2, which brokers have from 4.0 on");
    }
  }

  @Test
  void aBusyPortWroteStackTraces() throws Exception {
    try (var busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var worker =
            ServeProcess.start(
                Map.of("CLIQUESTREAM_LOG_LIBRARY_LEVEL", "warn"),
                "--bootstrap",
                broker.bootstrapServers(),
                "--set",
                "http.port=" + busy.getLocalPort())) {
      assertThat(worker.exitCode()).as(worker.said()).isEqualTo(3);
      assertThat(worker.said())
          .contains("OPTION_INVALID: http.host 127.0.0.1 and http.port " + busy.getLocalPort())
          .doesNotContain("\tat ");
    }
    CommandLineRun run = CommandLineRun.of("topics", "create", "--bootstrap", "bad bootstrap");
    assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
    assertThat(run.err().strip().lines()).hasSize(1);
  }

  private static CliquestreamClient installation(String prefix) {
    return create(broker, prefix);
  }

  private static CliquestreamClient create(EmbeddedBroker on, String prefix) {
    CommandLineRun run =
        CommandLineRun.of(
            "topics",
            "create",
            "--partitions",
            "1",
            "--bootstrap",
            on.bootstrapServers(),
            "--topic-prefix",
            prefix);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return CliquestreamClient.open(
        ClientSettings.of(on.bootstrapServers()).withTopics(Topics.prefixed(prefix)));
  }

  private static void publish(String prefix, String... model) {
    String[] command = new String[model.length + 5];
    command[0] = "generate";
    System.arraycopy(model, 0, command, 1, model.length);
    command[model.length + 1] = "--bootstrap";
    command[model.length + 2] = broker.bootstrapServers();
    command[model.length + 3] = "--topic-prefix";
    command[model.length + 4] = prefix;
    CommandLineRun run = CommandLineRun.of(command);
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  private static ServeProcess worker(String prefix, String setting) throws Exception {
    return ServeProcess.start(
        Map.of("CLIQUESTREAM_KAFKA_TOPIC_PREFIX", prefix),
        "--bootstrap",
        broker.bootstrapServers(),
        "--set",
        "kafka.group-id=" + prefix + "workers",
        "--set",
        "jobs.instance-id=" + prefix + "worker",
        "--set",
        "jobs.progress-interval=20ms",
        "--set",
        setting);
  }

  private static void awaitComputing(CliquestreamClient client, JobRequest job) throws Exception {
    var computing = new CompletableFuture<JobProgress>();
    try (var _ =
        client.followProgress(
            job.getJobId(),
            StartFrom.BEGINNING,
            progress -> {
              if (progress.getPhase() == JobPhase.JOB_PHASE_COMPUTING) {
                computing.complete(progress);
              }
            })) {
      client.submit(job);
      computing.get(WAIT.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
