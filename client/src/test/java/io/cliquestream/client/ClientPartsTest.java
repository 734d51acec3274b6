package io.cliquestream.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.ConnectionProperties;
import io.cliquestream.contract.Partitions;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.ResultRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

final class ClientPartsTest {
  @Test
  void thePartitionRuleIsThatOfKafkasOwnClient() {
    for (int seed = 0; seed < 20_000; seed++) {
      var random = new SplittableRandom(seed);
      String id =
          random
                  .ints(1 + random.nextInt(40), 33, 123)
                  .collect(
                      StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                  .toString()
              + (seed % 3 == 0 ? "é" : "");
      int partitions = 1 + random.nextInt(100);
      assertThat(Partitions.partitionOf(id, partitions))
          .as("seed %d", seed)
          .isEqualTo(BuiltInPartitioner.partitionForKey(id.getBytes(UTF_8), partitions));
    }
  }

  @Test
  void aClassThatIsNotThereOnceWasABrokerThatIsNotThere() {
    var settings =
        ClientSettings.of("localhost:1")
            .withConnection(
                new ConnectionProperties(Map.of("metric.reporters", "no.such.Reporter")));
    assertThatThrownBy(() -> TopicInspection.read(settings, List.of("jobs.v1")))
        .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID));
    assertThatThrownBy(() -> TopicAdmin.create(settings, TopicSettings.defaults()))
        .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID));
  }

  @Test
  void evenIncompressiblePayloadsFitARecord() {
    byte[] noise = new byte[Bounds.DEFAULT_CHUNK_BYTES];
    new SplittableRandom(1).nextBytes(noise);
    var compressed = new ZstdCompressor(3).compress(noise, noise.length);
    assertThat(compressed.size()).isLessThanOrEqualTo(Bounds.PAYLOAD_BYTES);
    assertThat(Zstd.decompress(compressed.toByteArray(), noise.length)).isEqualTo(noise);
    assertThat(Zstd.compressBound(Bounds.DEFAULT_CHUNK_BYTES))
        .isLessThanOrEqualTo(Bounds.PAYLOAD_BYTES);
  }

  @Test
  void pagesAndResultBecomeOneOutcome() {
    var assembler = new RunAssembler("job", 1_000);
    assertThat(assembler.accept(page("job", 0, 0))).isEmpty();
    assertThat(assembler.accept(page("other", 0, 0))).isEmpty();
    assertThat(assembler.accept(result("other", 0, 1))).isEmpty();
    assertThat(assembler.accept(page("job", 0, 1))).isEmpty();
    assertThat(assembler.accept(result("job", 0, 2)))
        .hasValueSatisfying(outcome -> assertThat(outcome.pages()).hasSize(2));
    assertThat(assembler.accept(result("job", 1, 0)))
        .hasValueSatisfying(outcome -> assertThat(outcome.result().getRun()).isEqualTo(1));
  }

  @Test
  void brokenRunsAreRefused() {
    refused(FailureCode.FAILURE_CODE_RECORD_INCOMPLETE, 1_000, page("job", 0, 1));
    refused(FailureCode.FAILURE_CODE_RECORD_INCOMPLETE, 1_000, result("job", 0, 1));
    refused(FailureCode.FAILURE_CODE_RESULT_TOO_LARGE, 3, page("job", 0, 0));
  }

  @Test
  void awaitedJobsAreBoundedAndEndedOnesMakeRoom() {
    var inbox = new ResultInbox(ClientSettings.of("localhost:1").withAwaitedJobs(2));
    var first = inbox.expect("first");
    var second = inbox.expect("second");
    assertThat(inbox.expect("first")).isSameAs(first);
    assertThatThrownBy(() -> inbox.expect("third"))
        .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
        .extracting(ClientException::code)
        .isEqualTo(FailureCode.FAILURE_CODE_QUEUE_FULL);
    inbox.accept(result("first", 0, 0));
    assertThat(first).isCompleted();
    assertThat(second.cancel(false)).isTrue();
    assertThat(inbox.expect("third")).isNotDone();
    assertThat(inbox.expect("fourth")).isNotDone();
    inbox.end(new ClientException(FailureCode.FAILURE_CODE_CANCELLED, "closed"));
    assertThat(inbox.expect("fifth")).isCompletedExceptionally();
  }

  @Test
  void graphsAndJobsAreCreatedWithEquallyManyPartitionsAndOnlyGraphsAndWorkersAreCompacted() {
    var topics = Topics.prefixed("t.");
    var plan = TopicAdmin.plan(topics, TopicSettings.defaults().withPartitions(12, 4, 1));
    assertThat(plan.stream().map(topic -> topic.name()))
        .containsAll(topics.all())
        .containsAll(topics.optional())
        .contains(topics.workers(), topics.tasks(), topics.partials())
        .hasSize(topics.all().size() + topics.optional().size() + 3);
    assertThat(plan.get(0).numPartitions()).isEqualTo(plan.get(1).numPartitions()).isEqualTo(12);
    assertThat(
            plan.stream().filter(topic -> "compact".equals(topic.configs().get("cleanup.policy"))))
        .extracting(topic -> topic.name())
        .containsExactly(topics.graphs(), topics.workers());
  }

  @Test
  void aBrokerThatIsNotThereIsATypedErrorWithinItsBound() {
    var settings =
        ClientSettings.of("127.0.0.1:1")
            .withTimeouts(Duration.ofMillis(300), Duration.ofMillis(300), Duration.ofMillis(300));
    assertThatThrownBy(() -> CliquestreamClient.open(settings))
        .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
        .extracting(ClientException::code)
        .isEqualTo(FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE);
  }

  private static void refused(FailureCode code, long bytes, ResultRecord record) {
    assertThatThrownBy(() -> new RunAssembler("job", bytes).accept(record))
        .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
        .extracting(ClientException::code)
        .isEqualTo(code);
  }

  private static ResultRecord page(String jobId, long run, long sequence) {
    return ResultRecord.newBuilder()
        .setPage(ResultPage.newBuilder().setJobId(jobId).setRun(run).setSequence(sequence))
        .build();
  }

  private static ResultRecord result(String jobId, long run, long pages) {
    return ResultRecord.newBuilder()
        .setResult(JobResult.newBuilder().setJobId(jobId).setRun(run).setPageCount(pages))
        .build();
  }
}
