package io.cliquestream.worker.intake;

import io.cliquestream.worker.reading.RecordMemory;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Graphs of a partition that wait for assembly memory or for a referenced object, with their
 * records behind that, in order, so that other graphs of the partition go on. Bounded in bytes. Not
 * thread-safe: belongs to the partition's worker thread.
 */
final class GraphLanes {
  /** One graph that waits. */
  static final class Lane {
    private final String graphId;
    private final ArrayDeque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
    private long fetching = Long.MAX_VALUE;
    private long since = System.nanoTime();

    private Lane(String graphId) {
      this.graphId = graphId;
    }

    String graphId() {
      return graphId;
    }

    boolean isFetching() {
      return fetching != Long.MAX_VALUE;
    }

    /** The record to offer next, or null. */
    ConsumerRecord<byte[], byte[]> next() {
      return records.peek();
    }

    /** How long {@link #next} has waited. */
    long waitedNanos() {
      return System.nanoTime() - since;
    }

    private long lowest() {
      return Math.min(fetching, records.isEmpty() ? Long.MAX_VALUE : records.peek().offset());
    }
  }

  private final Map<String, Lane> lanes = new LinkedHashMap<>();
  private final long limit;
  private long bytes;

  /**
   * @param limit bytes of records that wait
   */
  GraphLanes(long limit) {
    this.limit = limit;
  }

  boolean isEmpty() {
    return lanes.isEmpty();
  }

  boolean holds(String graphId) {
    return lanes.containsKey(graphId);
  }

  /** Whether a record may wait here; a single one always may. */
  boolean hasRoom(ConsumerRecord<byte[], byte[]> record) {
    return bytes == 0 || bytes + RecordMemory.bytes(record) <= limit;
  }

  /** Puts a record behind those of its graph. */
  void hold(String graphId, ConsumerRecord<byte[], byte[]> record) {
    lanes.computeIfAbsent(graphId, Lane::new).records.add(record);
    bytes += RecordMemory.bytes(record);
  }

  /** The object of a graph's record is being fetched. */
  void fetching(String graphId, long offset) {
    lanes.computeIfAbsent(graphId, Lane::new).fetching = offset;
  }

  /** The fetch of a graph's object ended. */
  void fetched(String graphId) {
    Lane lane = lanes.get(graphId);
    lane.fetching = Long.MAX_VALUE;
    lane.since = System.nanoTime();
  }

  /** The lane's next record was taken in. */
  void taken(Lane lane) {
    bytes -= RecordMemory.bytes(lane.records.remove());
    lane.since = System.nanoTime();
  }

  /** Lanes now, oldest first. */
  Collection<Lane> lanes() {
    return List.copyOf(lanes.values());
  }

  /** Ends a lane in which nothing waits. */
  void removeIfDone(Lane lane) {
    if (lane.records.isEmpty() && !lane.isFetching()) {
      lanes.remove(lane.graphId());
    }
  }

  /** The lowest offset that waits; {@link Long#MAX_VALUE} for none. */
  long lowest() {
    return lanes.values().stream().mapToLong(Lane::lowest).min().orElse(Long.MAX_VALUE);
  }

  /** The lowest offset of a graph that waits; {@link Long#MAX_VALUE} for none. */
  long lowest(String graphId) {
    Lane lane = lanes.get(graphId);
    return lane == null ? Long.MAX_VALUE : lane.lowest();
  }
}
