package io.cliquestream.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * Looks at the workers' consumer group and changes nothing. Needs Describe on the group and on the
 * jobs topic.
 */
public final class GroupInspection {
  private GroupInspection() {}

  /**
   * The group's members and how far they are.
   *
   * @param client how to connect, and how long a request may take
   * @param groupId the workers' {@code kafka.group-id}
   * @return its members, and each partition's offsets
   * @throws ClientException when the broker does not answer or refuses, or topics are missing
   */
  public static GroupState read(ClientSettings client, String groupId) {
    List<TopicPartition> partitions = TopicLayout.read(client).all(client.topics().jobs());
    return AdminCalls.ask(
        client,
        "cannot describe group " + groupId,
        admin -> {
          Optional<ConsumerGroupDescription> group = describe(admin, groupId);
          List<GroupState.Member> members =
              group.map(known -> members(known, client.topics().jobs())).orElse(List.of());
          return new GroupState(
              groupId,
              group.map(known -> known.groupState().toString()).orElse("Absent"),
              members,
              lags(admin, groupId, partitions, members));
        });
  }

  /**
   * Offsets that the group has committed: every record before them is answered.
   *
   * @param client how to connect, and how long a request may take
   * @param groupId the workers' {@code kafka.group-id}
   * @return by partition of the jobs topic; none for a partition without a committed offset
   * @throws ClientException when the broker does not answer or refuses
   */
  public static Map<Integer, Long> committed(ClientSettings client, String groupId) {
    return AdminCalls.ask(
        client,
        "cannot ask for the offsets of group " + groupId,
        admin -> {
          var committed = new HashMap<Integer, Long>();
          offsets(admin, groupId)
              .forEach(
                  (partition, offset) -> {
                    if (offset != null && partition.topic().equals(client.topics().jobs())) {
                      committed.put(partition.partition(), offset.offset());
                    }
                  });
          return committed;
        });
  }

  private static Optional<ConsumerGroupDescription> describe(Admin admin, String groupId)
      throws ExecutionException, InterruptedException {
    try {
      return Optional.of(
          admin.describeConsumerGroups(List.of(groupId)).describedGroups().get(groupId).get());
    } catch (ExecutionException cause) {
      if (cause.getCause() instanceof GroupIdNotFoundException) {
        return Optional.empty();
      }
      throw cause;
    }
  }

  private static Map<TopicPartition, OffsetAndMetadata> offsets(Admin admin, String groupId)
      throws ExecutionException, InterruptedException {
    try {
      return admin.listConsumerGroupOffsets(groupId).partitionsToOffsetAndMetadata().get();
    } catch (ExecutionException cause) {
      if (cause.getCause() instanceof GroupIdNotFoundException) {
        return Map.of();
      }
      throw cause;
    }
  }

  private static List<GroupState.Member> members(ConsumerGroupDescription group, String jobs) {
    return group.members().stream()
        .map(
            member ->
                new GroupState.Member(
                    member.consumerId(),
                    member.groupInstanceId(),
                    member.clientId(),
                    member.host(),
                    member.assignment().topicPartitions().stream()
                        .filter(partition -> partition.topic().equals(jobs))
                        .map(TopicPartition::partition)
                        .sorted()
                        .toList()))
        .sorted(Comparator.comparing(GroupState.Member::name))
        .toList();
  }

  private static List<GroupState.PartitionLag> lags(
      Admin admin, String groupId, List<TopicPartition> partitions, List<GroupState.Member> members)
      throws ExecutionException, InterruptedException {
    var beginnings = new HashMap<TopicPartition, OffsetSpec>();
    var ends = new HashMap<TopicPartition, OffsetSpec>();
    for (TopicPartition partition : partitions) {
      beginnings.put(partition, OffsetSpec.earliest());
      ends.put(partition, OffsetSpec.latest());
    }
    var committed = offsets(admin, groupId);
    var first = admin.listOffsets(beginnings).all();
    // As the workers read: records of open transactions are not there yet.
    var last = admin.listOffsets(ends, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)).all();
    var lags = new ArrayList<GroupState.PartitionLag>();
    for (TopicPartition partition : partitions) {
      lags.add(
          new GroupState.PartitionLag(
              partition.partition(),
              Optional.ofNullable(committed.get(partition)).map(OffsetAndMetadata::offset),
              first.get().get(partition).offset(),
              last.get().get(partition).offset(),
              members.stream()
                  .filter(member -> member.partitions().contains(partition.partition()))
                  .map(GroupState.Member::name)
                  .findFirst()));
    }
    return lags;
  }
}
