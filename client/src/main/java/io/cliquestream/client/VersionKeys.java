package io.cliquestream.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.GraphRecordPart;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Which records of one version lie in the graphs topic, found by reading the graph's partition from
 * its beginning to its present end. Holds keys only: some 60 bytes for every megabyte of graph.
 */
final class VersionKeys {
  private final TopicPartition partition;
  private final String graphId;
  private final long version;
  private final Set<GraphRecordKey> live = new LinkedHashSet<>();

  /** Versions that deltas make of this one, with how many of their records there are. */
  private final Map<Long, Integer> built = new TreeMap<>(Long::compareUnsigned);

  private VersionKeys(TopicPartition partition, String graphId, long version) {
    this.partition = partition;
    this.graphId = graphId;
    this.version = version;
  }

  /**
   * Reads a partition.
   *
   * @throws ClientException BROKER_UNAVAILABLE when nothing comes for the request timeout
   */
  static VersionKeys read(
      ClientSettings settings, TopicPartition partition, String graphId, long version) {
    var found = new VersionKeys(partition, graphId, version);
    Look _ = found.readAll(settings, TopicScan.UNLIMITED);
    return found;
  }

  /**
   * Whether records of a version lie in a partition that are not retired.
   *
   * @param limit of the reading
   */
  static Look lookFor(
      ClientSettings settings,
      TopicPartition partition,
      String graphId,
      long version,
      Duration limit) {
    var found = new VersionKeys(partition, graphId, version);
    Look end = found.readAll(settings, limit);
    return end == Look.ABSENT && !found.live.isEmpty() ? Look.FOUND : end;
  }

  private Look readAll(ClientSettings settings, Duration limit) {
    return TopicScan.until(
        settings,
        List.of(partition),
        limit,
        record -> {
          take(record);
          return false;
        });
  }

  /** Keys of the version's records; the one whose tombstone retires the version comes first. */
  private List<GraphRecordKey> keys() {
    var keys = new ArrayList<>(live);
    keys.sort((a, b) -> Boolean.compare(isFollower(a), isFollower(b)));
    return keys;
  }

  /**
   * The same, for who is about to retire the version.
   *
   * @throws ClientException {@code VERSION_UNKNOWN} when it has none; {@code OPTION_INVALID} when a
   *     delta builds on it
   */
  List<GraphRecordKey> toRetire() {
    String name = "version " + Long.toUnsignedString(version) + " of graph " + graphId;
    if (live.isEmpty()) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_VERSION_UNKNOWN, name + " has no records in " + partition);
    }
    if (!built.isEmpty()) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          "a delta builds version "
              + Long.toUnsignedString(built.keySet().iterator().next())
              + " on "
              + name
              + "; retire that one first");
    }
    return keys();
  }

  private static boolean isFollower(GraphRecordKey key) {
    return switch (key.part()) {
      case GraphRecordPart.Header(), GraphRecordPart.Reference() -> false;
      case GraphRecordPart.Delta(int part) -> part > 0;
      case GraphRecordPart.Chunk(long sequence) -> true;
      case GraphRecordPart.Names(long sequence) -> true;
      case GraphRecordPart.Commit() -> true;
    };
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    Optional<GraphRecordKey> key =
        record.key() == null ? Optional.empty() : GraphRecordKey.parse(record.key());
    if (key.isEmpty() || !key.get().graphId().equals(graphId)) {
      return;
    }
    boolean tombstone = record.value() == null;
    if (key.get().version() == version) {
      if (tombstone) {
        live.remove(key.get());
      } else {
        live.add(key.get());
      }
    } else if (key.get().part() instanceof GraphRecordPart.Delta) {
      if (tombstone) {
        built.computeIfPresent(key.get().version(), (_, parts) -> parts == 1 ? null : parts - 1);
      } else if (isBase(record.value())) {
        built.merge(key.get().version(), 1, Integer::sum);
      }
    }
  }

  private boolean isBase(byte[] value) {
    try {
      return GraphRecord.parseFrom(value).getDelta().getBaseVersion() == version;
    } catch (InvalidProtocolBufferException undecodable) {
      return false; // No worker could build anything of it either.
    }
  }
}
