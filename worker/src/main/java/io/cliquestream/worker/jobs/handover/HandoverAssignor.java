package io.cliquestream.worker.jobs.handover;

import io.cliquestream.worker.jobs.handover.HandoverPlan.Member;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.TopicPartition;

/**
 * {@link HandoverPlan} as Kafka's consumers know assignors; cooperative. Made by the consumer,
 * which hands it its {@link Handover} with its configuration. Members subscribe to one topic.
 *
 * <p>User data, of subscriptions (what is ready) and assignments (what to make ready): a byte 1 for
 * the version, then partitions of four bytes each, most significant first. None stands for no
 * partition, so does what is not understood.
 */
public final class HandoverAssignor implements ConsumerPartitionAssignor, Configurable {
  /** Property of a consumer's configuration that holds its {@link Handover}. */
  public static final String HANDOVER = "cliquestream.handover";

  private static final byte VERSION = 1;

  private Handover handover = new Handover();

  @Override
  public void configure(Map<String, ?> configuration) {
    if (configuration.get(HANDOVER) instanceof Handover mine) {
      handover = mine;
    }
  }

  @Override
  public String name() {
    return "cliquestream-handover";
  }

  @Override
  public List<RebalanceProtocol> supportedProtocols() {
    return List.of(RebalanceProtocol.COOPERATIVE);
  }

  @Override
  public ByteBuffer subscriptionUserData(Set<String> topics) {
    return encode(handover.tell());
  }

  @Override
  public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
    handover.want(decode(assignment.userData()));
  }

  @Override
  public GroupAssignment assign(Cluster cluster, GroupSubscription group) {
    Map<String, Assignment> assignments = new HashMap<>();
    Map<String, Subscription> subscriptions = group.groupSubscription();
    Set<String> topics = new TreeSet<>();
    subscriptions.values().forEach(subscription -> topics.addAll(subscription.topics()));
    if (topics.size() != 1) {
      throw new IllegalArgumentException(
          "members must subscribe to one and the same topic: " + topics);
    }
    String topic = topics.iterator().next();
    Integer partitions = cluster.partitionCountForTopic(topic);
    Map<String, Member> members = new HashMap<>();
    subscriptions.forEach((id, subscription) -> members.put(id, member(id, subscription)));
    HandoverPlan plan = HandoverPlan.of(partitions == null ? 0 : partitions, members);
    for (String id : subscriptions.keySet()) {
      assignments.put(
          id,
          new Assignment(sources(topic, plan.given().get(id)), encode(plan.toPrepare().get(id))));
    }
    return new GroupAssignment(assignments);
  }

  private static Member member(String id, Subscription subscription) {
    Set<Integer> owned = new TreeSet<>();
    subscription.ownedPartitions().forEach(source -> owned.add(source.partition()));
    return new Member(
        subscription.groupInstanceId().orElse(id),
        subscription.generationId().orElse(-1),
        owned,
        decode(subscription.userData()));
  }

  private static List<TopicPartition> sources(String topic, Set<Integer> partitions) {
    List<TopicPartition> sources = new ArrayList<>();
    partitions.forEach(partition -> sources.add(new TopicPartition(topic, partition)));
    return sources;
  }

  private static ByteBuffer encode(Set<Integer> partitions) {
    ByteBuffer data = ByteBuffer.allocate(1 + Integer.BYTES * partitions.size()).put(VERSION);
    partitions.forEach(data::putInt);
    return data.flip();
  }

  private static Set<Integer> decode(ByteBuffer userData) {
    Set<Integer> partitions = new TreeSet<>();
    if (userData != null && userData.remaining() > 0) {
      ByteBuffer data = userData.duplicate();
      if (data.get() == VERSION) {
        while (data.remaining() >= Integer.BYTES) {
          partitions.add(data.getInt());
        }
      }
    }
    return partitions;
  }
}
