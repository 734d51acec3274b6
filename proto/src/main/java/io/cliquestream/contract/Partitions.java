package io.cliquestream.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The partition rule of every topic: murmur2 of the UTF-8 bytes of an id, sign bit cleared, modulo
 * the number of partitions. The id is the graph id for {@link Topics#graphs()} and {@link
 * Topics#jobs()}, and the job id for results, progress and control.
 *
 * <p>For all topics but graphs this is what a Kafka client does with the record key by itself. A
 * graphs record's key is longer than the graph id ({@link GraphRecordKey}), so its producer must
 * name the partition.
 */
public final class Partitions {
  private Partitions() {}

  /**
   * The partition of an id.
   *
   * @param id graph id or job id
   * @param partitionCount partitions of the topic, 1 or more
   * @return 0 to {@code partitionCount - 1}
   */
  public static int partitionOf(String id, int partitionCount) {
    if (partitionCount < 1) {
      throw new IllegalArgumentException("a topic has 1 partition or more, not " + partitionCount);
    }
    return (Murmur2.hash(id.getBytes(UTF_8)) & Integer.MAX_VALUE) % partitionCount;
  }
}
