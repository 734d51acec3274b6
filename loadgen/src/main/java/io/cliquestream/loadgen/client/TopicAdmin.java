package io.cliquestream.loadgen.client;

import io.cliquestream.contract.Topics;
import io.cliquestream.v1.FailureCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates the topics of the contract; the only place that does. */
public final class TopicAdmin {
  private static final String MAXIMUM_RECORD_BYTES = Integer.toString(1_048_588);
  private static final String GRAPH_SEGMENT_BYTES = Integer.toString(256 << 20);

  private TopicAdmin() {}

  /**
   * Creates every topic that is missing and leaves those that exist as they are.
   *
   * @return the names created, in the order of {@link Topics#all()}
   * @throws ClientException when the broker does not answer or refuses
   */
  public static List<String> create(ClientSettings client, TopicSettings settings) {
    List<String> created = new ArrayList<>();
    try (Admin admin = Admin.create(KafkaProperties.admin(client))) {
      var asked = admin.createTopics(plan(client.topics(), settings)).values();
      for (String topic : client.topics().all()) {
        try {
          asked.get(topic).get();
          created.add(topic);
        } catch (ExecutionException cause) {
          if (!(cause.getCause() instanceof TopicExistsException)) {
            throw RecordPublisher.failure("cannot create topic " + topic, cause.getCause());
          }
        }
      }
    } catch (KafkaException cause) {
      throw RecordPublisher.failure("cannot reach " + client.bootstrapServers(), cause);
    } catch (InterruptedException cause) {
      Thread.currentThread().interrupt();
      throw new ClientException(FailureCode.FAILURE_CODE_CANCELLED, "interrupted", cause);
    }
    return created;
  }

  /** What {@link #create} asks the broker for. */
  static List<NewTopic> plan(Topics topics, TopicSettings settings) {
    return List.of(
        topic(topics.graphs(), settings.graphPartitions(), settings, graphConfiguration(settings)),
        topic(topics.jobs(), settings.graphPartitions(), settings, kept(settings.jobRetention())),
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
        topic(topics.deadLetters(), 1, settings, kept(settings.resultRetention())));
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
