package io.cliquestream.client;

import io.cliquestream.contract.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates the topics of the contract; the only place that does. */
public final class TopicAdmin {
  private static final String MAXIMUM_RECORD_BYTES = Integer.toString(1_048_588);
  private static final String GRAPH_SEGMENT_BYTES = Integer.toString(256 << 20);

  private static final long READY_PAUSE_MILLIS = 20;

  /**
   * Small segments, compacted soon: every worker writes every few seconds, and the newest counts.
   */
  private static final Map<String, String> WORKERS_CONFIGURATION =
      Map.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.CLEANUP_POLICY_COMPACT,
          TopicConfig.SEGMENT_BYTES_CONFIG,
          Integer.toString(16 << 20),
          TopicConfig.SEGMENT_MS_CONFIG,
          Long.toString(Duration.ofMinutes(10).toMillis()),
          TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
          "0.1",
          TopicConfig.DELETE_RETENTION_MS_CONFIG,
          Long.toString(Duration.ofHours(1).toMillis()));

  /**
   * Longer than a job may be on a lane: a worker that takes a job over finds what is done of it.
   */
  private static final Duration SPLIT_RETENTION = Duration.ofDays(2);

  private TopicAdmin() {}

  /**
   * Creates every topic that is missing and leaves those that exist as they are. Returns once every
   * partition created can be written: a leader that is not ready yet may refuse a producer's first
   * batch and take its second, whose gap in sequence numbers then blocks the producer until records
   * expire.
   *
   * @param client how to connect, and how long a request may take
   * @param settings how the topics are to be
   * @return the names created, in the order of {@link Topics#all()}
   * @throws ClientException when the broker does not answer or refuses
   */
  public static List<String> create(ClientSettings client, TopicSettings settings) {
    return AdminCalls.ask(
        client, "the topics cannot be created", admin -> create(admin, client, settings));
  }

  private static List<String> create(Admin admin, ClientSettings client, TopicSettings settings)
      throws InterruptedException {
    List<String> created = new ArrayList<>();
    List<NewTopic> plan = plan(client.topics(), settings);
    var asked = admin.createTopics(plan).values();
    Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
    for (NewTopic planned : plan) {
      String topic = planned.name();
      try {
        asked.get(topic).get();
        created.add(topic);
        for (int partition = 0; partition < planned.numPartitions(); partition++) {
          partitions.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
      } catch (ExecutionException cause) {
        if (!(cause.getCause() instanceof TopicExistsException)) {
          throw RecordPublisher.failure("cannot create topic " + topic, cause.getCause());
        }
      }
    }
    awaitWritable(admin, partitions, client.requestTimeout());
    return created;
  }

  private static void awaitWritable(
      Admin admin, Map<TopicPartition, OffsetSpec> partitions, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!partitions.isEmpty()) {
      try {
        admin.listOffsets(partitions).all().get();
        return;
      } catch (ExecutionException cause) {
        if (!(cause.getCause() instanceof RetriableException) || System.nanoTime() - deadline > 0) {
          throw RecordPublisher.failure("the new topics cannot be written", cause.getCause());
        }
        TimeUnit.MILLISECONDS.sleep(READY_PAUSE_MILLIS);
      }
    }
  }

  /** Whether a plan says something about a setting of a topic, by Kafka's name. */
  static boolean isPlanned(String setting) {
    return plan(Topics.UNPREFIXED, TopicSettings.defaults()).stream()
        .anyMatch(topic -> topic.configs().containsKey(setting));
  }

  /** What {@link #create} asks the broker for. */
  static List<NewTopic> plan(Topics topics, TopicSettings settings) {
    return List.of(
        topic(topics.graphs(), settings.graphPartitions(), settings, graphConfiguration(settings)),
        topic(topics.jobs(), settings.graphPartitions(), settings, kept(settings.jobRetention())),
        topic(
            topics.changes(), settings.graphPartitions(), settings, kept(settings.jobRetention())),
        topic(
            topics.control(),
            settings.controlPartitions(),
            settings,
            kept(settings.jobRetention())),
        topic(
            topics.results(),
            settings.resultPartitions(),
            settings,
            kept(settings.resultRetention())),
        topic(
            topics.progress(),
            settings.resultPartitions(),
            settings,
            kept(settings.progressRetention())),
        topic(
            topics.alerts(),
            settings.resultPartitions(),
            settings,
            kept(settings.resultRetention())),
        topic(topics.deadLetters(), 1, settings, kept(settings.resultRetention())),
        topic(topics.tasks(), settings.graphPartitions(), settings, kept(SPLIT_RETENTION)),
        topic(topics.partials(), settings.graphPartitions(), settings, kept(SPLIT_RETENTION)),
        topic(topics.workers(), 1, settings, WORKERS_CONFIGURATION));
  }

  private static Map<String, String> graphConfiguration(TopicSettings settings) {
    return Map.of(
        TopicConfig.CLEANUP_POLICY_CONFIG,
        TopicConfig.CLEANUP_POLICY_COMPACT,
        TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG,
        millis(settings.graphCompactionLag()),
        TopicConfig.DELETE_RETENTION_MS_CONFIG,
        millis(settings.tombstoneRetention()),
        TopicConfig.SEGMENT_BYTES_CONFIG,
        GRAPH_SEGMENT_BYTES,
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
        MAXIMUM_RECORD_BYTES);
  }

  private static Map<String, String> kept(Duration retention) {
    return Map.of(
        TopicConfig.CLEANUP_POLICY_CONFIG,
        TopicConfig.CLEANUP_POLICY_DELETE,
        TopicConfig.RETENTION_MS_CONFIG,
        millis(retention),
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
        MAXIMUM_RECORD_BYTES);
  }

  private static NewTopic topic(
      String name, int partitions, TopicSettings settings, Map<String, String> configuration) {
    return new NewTopic(
            name,
            Optional.of(partitions),
            settings.replicationFactor() < 0
                ? Optional.empty()
                : Optional.of(settings.replicationFactor()))
        .configs(configuration);
  }

  private static String millis(Duration duration) {
    return Long.toString(duration.toMillis());
  }
}
