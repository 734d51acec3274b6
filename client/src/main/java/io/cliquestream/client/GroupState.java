package io.cliquestream.client;

import java.util.List;
import java.util.Optional;

/**
 * The workers as their broker sees them: members of one consumer group, and how far they are.
 *
 * @param groupId the group
 * @param phase the group's state in Kafka's words, such as {@code Stable}; {@code Absent} for a
 *     group that the broker does not know
 * @param members the workers
 * @param partitions of the jobs topic, in ascending order
 */
public record GroupState(
    String groupId, String phase, List<Member> members, List<PartitionLag> partitions) {
  /** Copies both lists. */
  public GroupState {
    members = List.copyOf(members);
    partitions = List.copyOf(partitions);
  }

  /**
   * A worker.
   *
   * @param memberId what the broker calls it
   * @param instanceId its {@code jobs.instance-id}, if it has one
   * @param clientId its {@code kafka.client-id}
   * @param host where it connects from
   * @param partitions of the jobs topic that it reads, in ascending order
   */
  public record Member(
      String memberId,
      Optional<String> instanceId,
      String clientId,
      String host,
      List<Integer> partitions) {
    /** Copies the partitions. */
    public Member {
      partitions = List.copyOf(partitions);
    }

    /** {@return the name that it was given, or the one that it has} */
    public String name() {
      return instanceId.orElse(memberId);
    }
  }

  /**
   * How far a partition of the jobs topic is.
   *
   * @param partition its number
   * @param committed offset of the first record that is not answered yet; empty where nothing was
   *     ever committed
   * @param beginning offset of the oldest record
   * @param end offset after the newest record
   * @param member who reads it, by name
   */
  public record PartitionLag(
      int partition, Optional<Long> committed, long beginning, long end, Optional<String> member) {
    /** {@return records that are not answered yet; markers of transactions count, too} */
    public long records() {
      return Math.max(0, end - Math.max(beginning, committed.orElse(beginning)));
    }
  }

  /** {@return records of all partitions that are not answered yet} */
  public long lag() {
    return partitions.stream().mapToLong(PartitionLag::records).sum();
  }
}
