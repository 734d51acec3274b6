package io.cliquestream.worker.jobs;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.TriangleCount;
import java.time.Duration;
import java.util.HashMap;
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
    if (partitions > 0) {
      TopicAdmin.create(
          settings, TopicSettings.defaults().withPartitions(partitions, partitions, 1));
    }
    client = CliquestreamClient.open(settings);
  }

  /** Topics of their own on a broker that all tests of this process share. */
  static Installation open(int partitions) {
    return new Installation(broker().bootstrapServers(), "t" + UUID.randomUUID() + ".", partitions);
  }

  static Installation on(String bootstrapServers, int partitions) {
    return new Installation(bootstrapServers, "", partitions);
  }

  /** Topics that another process made. */
  static Installation existing(String bootstrapServers) {
    return new Installation(bootstrapServers, "", 0);
  }

  private static synchronized EmbeddedBroker broker() {
    if (shared == null) {
      shared = EmbeddedBroker.start();
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
    }
    return shared;
  }

  /** Short waits, so that tests of failures are quick. */
  JobServiceSettings settings(String instance) {
    return settings(instance, Map.of());
  }

  /** The same with some settings, by property name. */
  JobServiceSettings settings(String instance, Map<String, String> others) {
    var settings = new HashMap<String, String>();
    settings.put("kafka.bootstrap", bootstrapServers);
    settings.put("kafka.topic-prefix", prefix);
    settings.put("kafka.group-id", prefix + "workers");
    settings.put("kafka.request-timeout", "5s");
    settings.put("jobs.instance-id", instance);
    settings.put("jobs.version-wait", "10s");
    settings.put("jobs.session-timeout", "6s");
    settings.put("jobs.maximum-backoff", "500ms");
    settings.put("jobs.progress-interval", "50ms");
    settings.put("drain.timeout", "10s");
    settings.putAll(others);
    return TestSettings.of(settings);
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
