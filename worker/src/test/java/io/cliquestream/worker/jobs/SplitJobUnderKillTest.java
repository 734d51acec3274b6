package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.EnginePreference;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PartialRecord;
import io.cliquestream.v1.Split;
import io.cliquestream.worker.ChildProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Jobs are split over four worker processes; the one that cut a job is killed in its middle, then
 * another one that only computes. Every partial answer is written a second time by somebody else.
 */
@Tag("long")
@Tag("seam")
final class SplitJobUnderKillTest {
  private static final List<String> SHORT_WAITS =
      List.of(
          "kafka.request-timeout=5s",
          "jobs.session-timeout=6s",
          "jobs.transaction-timeout=5s",
          "split.reissue-after=10s");
  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final int PARTS = 40;

  @Test
  void aJobWhoseWorkersAreKilledIsAnsweredOnceAndRightly() {
    killWorkers(List.of(), EnginePreference.ENGINE_PREFERENCE_AUTO);
  }

  @Test
  void aJobForDevicesWhoseWorkersAreKilledIsAnsweredOnceAndRightly() {
    killWorkers(
        List.of("-D" + WorkerProcess.DEVICE + "=true"), EnginePreference.ENGINE_PREFERENCE_CUDA);
  }

  private static void killWorkers(List<String> jvmArguments, EnginePreference engine) {
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of(), List.of())) {
      String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
      try (var installation = Installation.on(bootstrap, 1);
          var log = new ResultLog(installation.client);
          var graphs = new TestGraphs(installation.settings("graphs"))) {
        graphs.put("shared", 1, SplitJobTest.edges(7, 300, 2_500));
        // The first to come has the partition.
        List<ChildProcess> workers = new ArrayList<>();
        try {
          for (String name : NAMES) {
            workers.add(worker(bootstrap, name, jvmArguments));
          }
          installation.client.submit(census("whole", engine, Split.newBuilder().setOff(true)));
          JobResult whole = log.await("whole", 1).getFirst();
          assertThat(whole.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
          for (int killed = 0; killed < 2; killed++) {
            String job = "shared-" + killed;
            installation.client.submit(census(job, engine, Split.newBuilder().setParts(PARTS)));
            repeatPartials(installation, job, 5);
            workers.get(killed).kill();
            workers.set(killed, worker(bootstrap, NAMES.get(killed), jvmArguments));
            JobResult shared = log.await(job, 1).getFirst();
            assertThat(shared.getStatus()).as(shared.toString()).isEqualTo(whole.getStatus());
            assertThat(shared.getMotifs()).isEqualTo(whole.getMotifs());
            assertThat(shared.getPlanMap()).containsKey("split-parts");
            assertThat(shared.containsPlan("split-device"))
                .isEqualTo(engine == EnginePreference.ENGINE_PREFERENCE_CUDA);
            // The first that is killed is the one that had planned the job.
            if (killed == 0) {
              assertThat(shared.getPlanMap()).containsEntry("split-resumed", "true");
            }
          }
          installation.client.submit(census("last", engine, Split.newBuilder().setParts(PARTS)));
          log.await("last", 1);
          new CommittedOffsets(installation).awaitAllFinished();
          assertThat(log.results()).as("one result each").hasSize(4);
        } finally {
          workers.forEach(ChildProcess::close);
        }
      }
    }
  }

  private static ChildProcess worker(String bootstrap, String name, List<String> jvmArguments) {
    List<String> arguments = new ArrayList<>(List.of(bootstrap, name));
    arguments.addAll(SHORT_WAITS);
    ChildProcess process = ChildProcess.start(WorkerProcess.class, jvmArguments, arguments);
    process.awaitLine(WorkerProcess.TAKING_JOBS);
    return process;
  }

  private static JobRequest census(String jobId, EnginePreference engine, Split.Builder split) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId("shared")
        .setEngine(engine)
        .setMotifCensus(MotifCensus.newBuilder().setSize(6))
        .setSplit(split)
        .build();
  }

  /** Writes the first partial answers to a job once more, as they are; returns when it has. */
  private static void repeatPartials(Installation installation, String jobId, int count) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            installation.bootstrapServers,
            "isolation.level",
            "read_committed");
    var partition = new TopicPartition("partials.v1", 0);
    try (var consumer =
            new KafkaConsumer<>(
                settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        var producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", installation.bootstrapServers),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      consumer.assign(Set.of(partition));
      consumer.seekToBeginning(Set.of(partition));
      long deadline = System.nanoTime() + Installation.WAIT.toNanos();
      int repeated = 0;
      while (repeated < count) {
        assertThat(System.nanoTime() - deadline).as("partial answers to " + jobId).isNegative();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          if (new String(record.key(), java.nio.charset.StandardCharsets.UTF_8).equals(jobId)
              && isPartial(record.value())) {
            var _ =
                producer.send(new ProducerRecord<>("partials.v1", 0, record.key(), record.value()));
            repeated++;
          }
        }
      }
      producer.flush();
    }
  }

  private static boolean isPartial(byte[] value) {
    try {
      return PartialRecord.parseFrom(value).hasPartial();
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }
}
