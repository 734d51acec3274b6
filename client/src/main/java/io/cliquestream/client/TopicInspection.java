package io.cliquestream.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Looks at the topics of an installation and changes nothing. Needs Describe, DescribeConfigs. */
public final class TopicInspection {
  /** Settings that are shown of every topic. */
  private static final List<String> SHOWN =
      List.of(
          TopicConfig.CLEANUP_POLICY_CONFIG,
          TopicConfig.RETENTION_MS_CONFIG,
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);

  private TopicInspection() {}

  /**
   * How topics are; one that is not there has no partitions.
   *
   * @param client how to connect, and how long a request may take
   * @param topics names
   * @return by name, in the order given
   * @throws ClientException when the broker does not answer or refuses
   */
  public static Map<String, TopicState> read(ClientSettings client, List<String> topics) {
    return AdminCalls.ask(
        client,
        "cannot describe the topics",
        admin -> {
          Map<String, TopicDescription> there = describe(admin, topics);
          Map<String, Config> settings = settings(admin, there.keySet());
          Map<String, Long> records = records(admin, there.values());
          var states = new LinkedHashMap<String, TopicState>();
          for (String topic : topics) {
            states.put(
                topic,
                there.containsKey(topic)
                    ? state(there.get(topic), settings.get(topic), records.get(topic))
                    : TopicState.missing(topic));
          }
          return states;
        });
  }

  /**
   * In what the topics that exist are not as a plan says; {@link TopicAdmin#create} leaves them as
   * they are, because a key's partition would change, and settings may be somebody's choice.
   *
   * @param client how to connect, and how long a request may take
   * @param plan how topics are to be
   * @return one for each property in which a topic differs; topics that are missing are left out
   * @throws ClientException when the broker does not answer or refuses
   */
  public static List<TopicDifference> differences(ClientSettings client, TopicSettings plan) {
    List<String> planned =
        TopicAdmin.plan(client.topics(), plan).stream().map(NewTopic::name).toList();
    return differences(read(client, planned), client, plan);
  }

  /**
   * The same of topics that were read.
   *
   * @param states what {@link #read} said
   * @param client names of the topics
   * @param plan how topics are to be
   * @return one for each property in which a topic differs
   */
  public static List<TopicDifference> differences(
      Map<String, TopicState> states, ClientSettings client, TopicSettings plan) {
    var differences = new ArrayList<TopicDifference>();
    for (NewTopic planned : TopicAdmin.plan(client.topics(), plan)) {
      TopicState there = states.get(planned.name());
      if (there == null || !there.exists()) {
        continue;
      }
      if (there.partitions() != planned.numPartitions()) {
        differences.add(
            new TopicDifference(
                planned.name(),
                "partitions",
                Integer.toString(there.partitions()),
                Integer.toString(planned.numPartitions())));
      }
      if (planned.replicationFactor() > 0 && there.replicas() != planned.replicationFactor()) {
        differences.add(
            new TopicDifference(
                planned.name(),
                "replicas",
                Integer.toString(there.replicas()),
                Short.toString(planned.replicationFactor())));
      }
      new TreeMap<>(planned.configs())
          .forEach(
              (name, asked) -> {
                String value = there.settings().getOrDefault(name, "");
                if (!value.equals(asked)) {
                  differences.add(new TopicDifference(planned.name(), name, value, asked));
                }
              });
    }
    return differences;
  }

  private static Map<String, TopicDescription> describe(Admin admin, List<String> topics)
      throws ExecutionException, InterruptedException {
    var asked = admin.describeTopics(topics).topicNameValues();
    var there = new HashMap<String, TopicDescription>();
    for (String topic : topics) {
      try {
        there.put(topic, asked.get(topic).get());
      } catch (ExecutionException cause) {
        if (!(cause.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw cause;
        }
      }
    }
    return there;
  }

  private static Map<String, Config> settings(Admin admin, Collection<String> topics)
      throws ExecutionException, InterruptedException {
    var resources =
        topics.stream().map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic)).toList();
    var settings = new HashMap<String, Config>();
    admin
        .describeConfigs(resources)
        .all()
        .get()
        .forEach((resource, config) -> settings.put(resource.name(), config));
    return settings;
  }

  private static Map<String, Long> records(Admin admin, Collection<TopicDescription> topics)
      throws ExecutionException, InterruptedException {
    var beginnings = new HashMap<TopicPartition, OffsetSpec>();
    var ends = new HashMap<TopicPartition, OffsetSpec>();
    for (TopicDescription topic : topics) {
      for (TopicPartitionInfo partition : topic.partitions()) {
        if (hasLeader(partition)) {
          var named = new TopicPartition(topic.name(), partition.partition());
          beginnings.put(named, OffsetSpec.earliest());
          ends.put(named, OffsetSpec.latest());
        }
      }
    }
    var first = admin.listOffsets(beginnings);
    Map<TopicPartition, ListOffsetsResultInfo> last = admin.listOffsets(ends).all().get();
    var records = new HashMap<String, Long>();
    topics.forEach(topic -> records.put(topic.name(), 0L));
    for (var beginning : first.all().get().entrySet()) {
      records.merge(
          beginning.getKey().topic(),
          last.get(beginning.getKey()).offset() - beginning.getValue().offset(),
          Long::sum);
    }
    return records;
  }

  private static boolean hasLeader(TopicPartitionInfo partition) {
    return partition.leader() != null && !partition.leader().isEmpty();
  }

  private static TopicState state(TopicDescription topic, Config config, long records) {
    int replicas = Integer.MAX_VALUE;
    int behind = 0;
    for (TopicPartitionInfo partition : topic.partitions()) {
      replicas = Math.min(replicas, partition.replicas().size());
      behind +=
          !hasLeader(partition) || partition.isr().size() < partition.replicas().size() ? 1 : 0;
    }
    var settings = new HashMap<String, String>();
    config
        .entries()
        .forEach(
            entry -> {
              if (SHOWN.contains(entry.name()) || TopicAdmin.isPlanned(entry.name())) {
                settings.put(entry.name(), String.valueOf(entry.value()));
              }
            });
    return new TopicState(
        topic.name(), topic.partitions().size(), replicas, behind, records, settings);
  }
}
