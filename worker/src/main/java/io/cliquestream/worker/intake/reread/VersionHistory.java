package io.cliquestream.worker.intake.reread;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.GraphRecordPart;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphDelta;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.intake.assembly.RecordRange;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Where the versions of one graph lie in its partition, by the keys of its records in their order.
 * Contents are looked at by whoever reads a version; so a version may be listed that its checks
 * refuse. As in workers, one version is open at a time, one below a whole one is none, and a
 * tombstone retires. Some hundred bytes a version.
 */
final class VersionHistory {
  /** More than any topic is kept for; each takes a place in a tree. */
  private static final int MOST_VERSIONS = 1_000_000;

  /** Versions that a message names. */
  private static final int NAMED = 8;

  private static final Comparator<Long> UNSIGNED = Long::compareUnsigned;

  /** Records of a version. */
  private static final class Known {
    private final long first;
    private final long base;
    private final int parts;
    private long last;
    private int seen = 1;
    private boolean whole;

    Known(long offset, long base, int parts) {
      this.first = offset;
      this.last = offset;
      this.base = base;
      this.parts = parts;
    }
  }

  private final String graphId;
  private final NavigableMap<Long, Known> versions = new TreeMap<>(UNSIGNED);
  private long open;

  VersionHistory(String graphId) {
    this.graphId = graphId;
  }

  /** Takes the next record of the partition; those of other graphs are passed over. */
  void take(ConsumerRecord<byte[], byte[]> record) {
    Optional<GraphRecordKey> key =
        record.key() == null ? Optional.empty() : GraphRecordKey.parse(record.key());
    if (key.isEmpty() || !key.get().graphId().equals(graphId)) {
      return;
    }
    long version = key.get().version();
    GraphRecordPart part = key.get().part();
    if (record.value() == null) {
      if (isFirst(part)) {
        versions.remove(version);
      }
    } else if (isFirst(part)) {
      begin(version, part, record);
    } else if (version == open) {
      goOn(part, record.offset());
    }
  }

  /** The record whose tombstone retires a version is the one that it begins with. */
  private static boolean isFirst(GraphRecordPart part) {
    return switch (part) {
      case GraphRecordPart.Header(), GraphRecordPart.Reference() -> true;
      case GraphRecordPart.Delta(int number) -> number == 0;
      case GraphRecordPart.Chunk(long _), GraphRecordPart.Names(long _), GraphRecordPart.Commit() ->
          false;
    };
  }

  private static boolean isLastOf(Known delta) {
    return delta.parts > 0 && delta.seen == delta.parts;
  }

  private void goOn(GraphRecordPart part, long offset) {
    Known known = versions.get(open);
    if (known != null && !known.whole) {
      known.last = offset;
      known.seen++;
      known.whole = part instanceof GraphRecordPart.Commit || isLastOf(known);
    }
  }

  private void begin(long version, GraphRecordPart part, ConsumerRecord<byte[], byte[]> record) {
    if (newest().isPresent() && UNSIGNED.compare(version, newest().getAsLong()) <= 0) {
      return;
    }
    if (!isWhole(open)) {
      versions.remove(open);
    }
    if (versions.size() == MOST_VERSIONS) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "graph %s has more than %,d versions in the topic".formatted(graphId, MOST_VERSIONS));
    }
    Known known = new Known(record.offset(), 0, 0);
    if (part instanceof GraphRecordPart.Delta) {
      GraphDelta delta = delta(record.value());
      known = new Known(record.offset(), delta.getBaseVersion(), delta.getPartCount());
    }
    known.whole = part instanceof GraphRecordPart.Reference || isLastOf(known);
    open = version;
    versions.put(version, known);
  }

  private static GraphDelta delta(byte[] value) {
    try {
      return GraphRecord.parseFrom(value).getDelta();
    } catch (InvalidProtocolBufferException undecodable) {
      return GraphDelta.getDefaultInstance(); // Never whole: no worker takes it either.
    }
  }

  private boolean isWhole(long version) {
    Known known = versions.get(version);
    return known != null && known.whole;
  }

  /** The highest version that is whole. */
  private OptionalLong newest() {
    for (var version : versions.descendingMap().entrySet()) {
      if (version.getValue().whole) {
        return OptionalLong.of(version.getKey());
      }
    }
    return OptionalLong.empty();
  }

  /**
   * Where a version lies, with all that it builds upon.
   *
   * @param wanted the version; the newest one when empty
   * @throws WorkerException GRAPH_UNKNOWN or VERSION_UNKNOWN, with what there is
   */
  VersionSource source(
      OptionalLong wanted, int partition, int partitionCount, VersionRereads rereads) {
    OptionalLong newest = newest();
    if (newest.isEmpty()) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_UNKNOWN,
          "graph " + graphId + " has no whole version in the topic");
    }
    long version = wanted.orElse(newest.getAsLong());
    Deque<Long> steps = new ArrayDeque<>();
    for (long step = version; step != 0; step = versions.get(step).base) {
      if (!isWhole(step)) {
        throw unknown(version, step);
      }
      steps.push(step);
    }
    VersionSource source = null;
    for (long step : steps) {
      Known known = versions.get(step);
      source =
          new VersionSource(
              graphId,
              step,
              partition,
              partitionCount,
              new RecordRange(known.first, known.last),
              source,
              source == null ? 0 : source.deltas() + 1,
              rereads);
    }
    return source;
  }

  private WorkerException unknown(long version, long missing) {
    String what = "version " + Long.toUnsignedString(version) + " of graph " + graphId;
    String why =
        version == missing
            ? " does not lie in the topic"
            : " is made of version %s, which does not lie in the topic any more"
                .formatted(Long.toUnsignedString(missing));
    List<String> there =
        versions.descendingMap().entrySet().stream()
            .filter(entry -> entry.getValue().whole)
            .limit(NAMED)
            .map(entry -> Long.toUnsignedString(entry.getKey()))
            .toList();
    return new WorkerException(
        FailureCode.FAILURE_CODE_VERSION_UNKNOWN,
        what + why + "; the newest there are " + String.join(", ", there));
  }
}
