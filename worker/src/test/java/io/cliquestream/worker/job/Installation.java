package io.cliquestream.worker.job;

import io.cliquestream.loadgen.client.ClientSettings;
import io.cliquestream.loadgen.client.CliquestreamClient;
import io.cliquestream.loadgen.client.TopicAdmin;
import io.cliquestream.loadgen.client.TopicSettings;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.broker.EmbeddedBroker;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** A real broker with the topics of one installation, and a client. */
final class Installation implements AutoCloseable {
  static final Duration WAIT = Duration.ofSeconds(60);

  private static EmbeddedBroker shared;

  final String bootstrapServers;
  final String prefix;
  final CliquestreamClient client;

  private Installation(String bootstrapServers, String prefix, int partitions) {
    this.bootstrapServers = bootstrapServers;
    this.prefix = prefix;
    ClientSettings settings =
        ClientSettings.of(bootstrapServers)
            .withTopics(io.cliquestream.contract.Topics.prefixed(prefix));
    TopicAdmin.create(settings, TopicSettings.defaults().withPartitions(partitions, partitions, 1));
    client = CliquestreamClient.open(settings);
  }

  /** Topics of their own on a broker that all tests of this process share. */
  static Installation open(int partitions) {
    return new Installation(broker().bootstrapServers(), "t" + UUID.randomUUID() + ".", partitions);
  }

  static Installation on(String bootstrapServers, int partitions) {
    return new Installation(bootstrapServers, "", partitions);
  }

  private static synchronized EmbeddedBroker broker() {
    if (shared == null) {
      shared = EmbeddedBroker.start();
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
    }
    return shared;
  }

  JobServiceSettings settings(String instance) {
    JobServiceSettings defaults = JobServiceSettings.of(bootstrapServers);
    return new JobServiceSettings(
        bootstrapServers,
        prefix,
        prefix + "workers",
        instance,
        defaults.lanes(),
        defaults.maximumInFlight(),
        defaults.windowOffsets(),
        defaults.commitJobs(),
        defaults.commitBytes(),
        defaults.commitWait(),
        defaults.transactionTimeout(),
        Duration.ofSeconds(6),
        Duration.ofSeconds(5),
        Duration.ofMillis(500),
        Duration.ofSeconds(10),
        defaults.restoreLimit(),
        defaults.resultBytes(),
        defaults.publishBytes(),
        Duration.ofMillis(50),
        defaults.rememberedJobs(),
        defaults.rememberedCancels(),
        defaults.cancelMemory(),
        defaults.standingJobs(),
        Duration.ofSeconds(10),
        Map.of());
  }

  /** A request for the triangles of a graph. */
  static JobRequest.Builder triangles(String jobId, String graphId) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId(graphId)
        .setTriangleCount(TriangleCount.getDefaultInstance());
  }

  @Override
  public void close() {
    client.close();
  }
}
