package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_MISSING;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_INTERLEAVED;

import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.GraphRecordPart;
import io.cliquestream.worker.graphs.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The versions of a partition that have begun and are not whole, at most one of each graph, and how
 * they end before they are. Owns their memory until one is taken out whole.
 */
final class OpenAssemblies {
  private final AssemblyBudget budget;
  private final Versions versions;
  private final Map<String, Assembly> open = new HashMap<>();

  OpenAssemblies(AssemblyBudget budget, Versions versions) {
    this.budget = budget;
    this.versions = versions;
  }

  /** What is put together of a version, if it is of this kind. */
  <T extends Assembly> Optional<T> find(Class<T> kind, String graphId, long version) {
    Assembly found = open.get(graphId);
    return kind.isInstance(found) && found.version() == version
        ? Optional.of(kind.cast(found))
        : Optional.empty();
  }

  void put(String graphId, Assembly assembly) {
    open.put(graphId, assembly);
  }

  /** It is whole: its memory is the caller's. */
  void takeOut(String graphId) {
    open.remove(graphId);
  }

  /** Another version of the graph begins: the one that is open ends. */
  void interrupt(String graphId, long version, ConsumerRecord<byte[], byte[]> record) {
    Assembly other = open.get(graphId);
    if (other != null) {
      end(
          graphId,
          other,
          new Refusal(
              FAILURE_CODE_SNAPSHOT_INTERLEAVED,
              "version "
                  + Long.toUnsignedString(version)
                  + " began before it was complete; "
                  + other.incomplete().message()),
          record);
    }
  }

  /** Gives up versions without a new record for too long; see {@link PartitionAssembler#expire}. */
  void expire(long idleNanos, long yieldNanos, Predicate<String> waits) {
    long now = System.nanoTime();
    boolean isShort = budget.isShort();
    for (String graphId : open.keySet().toArray(String[]::new)) {
      Assembly assembly = open.get(graphId);
      long idle = now - assembly.touched();
      boolean yields = isShort && idle > yieldNanos && assembly.reserved() > 0;
      if (!waits.test(graphId) && (idle > idleNanos || yields)) {
        end(graphId, assembly, assembly.incomplete(), null);
      }
    }
  }

  /**
   * Ends a version for a record of it.
   *
   * @return whether it was open
   */
  boolean end(GraphRecordKey key, Refusal refusal, ConsumerRecord<byte[], byte[]> record) {
    Optional<Assembly> assembly = find(Assembly.class, key.graphId(), key.version());
    assembly.ifPresent(found -> end(key.graphId(), found, refusal, record));
    return assembly.isPresent();
  }

  private void end(
      String graphId, Assembly assembly, Refusal refusal, ConsumerRecord<byte[], byte[]> record) {
    open.remove(graphId);
    assembly.discard();
    versions.rejected(graphId, assembly.version(), refusal, record);
  }

  /** Rejects a version, begun or not. */
  void reject(
      String graphId, long version, Refusal refusal, ConsumerRecord<byte[], byte[]> record) {
    discard(graphId, version);
    versions.rejected(graphId, version, refusal, record);
  }

  private void discard(String graphId, long version) {
    if (find(Assembly.class, graphId, version).isPresent()) {
      open.remove(graphId).discard();
    }
  }

  /** A tombstone of a record of this partition. */
  void retire(GraphRecordKey key) {
    switch (key.part()) {
      case GraphRecordPart.Header(), GraphRecordPart.Reference() -> retireVersion(key);
      case GraphRecordPart.Delta(int _) -> retireVersion(key);
      case GraphRecordPart.Chunk(long sequence) -> retirePart(key, "chunk " + sequence);
      case GraphRecordPart.Names(long sequence) -> retirePart(key, "names " + sequence);
      case GraphRecordPart.Commit() -> {}
    }
  }

  private void retirePart(GraphRecordKey key, String what) {
    var refusal = new Refusal(FAILURE_CODE_CHUNK_MISSING, what + " were retired before the commit");
    boolean _ = end(key, refusal, null);
  }

  private void retireVersion(GraphRecordKey key) {
    discard(key.graphId(), key.version());
    versions.retired(key.graphId(), key.version());
  }

  /** Frees everything. */
  void discardAll() {
    open.values().forEach(Assembly::discard);
    open.clear();
  }
}
