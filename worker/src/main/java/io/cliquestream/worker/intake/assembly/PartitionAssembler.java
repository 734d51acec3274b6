package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_MISSING;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_REPEATED;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_WITHOUT_HEADER;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_DELTA_BASE_MISSING;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_ID_INVALID;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_RECORD_INCOMPLETE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_RECORD_UNDECODABLE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_INTERLEAVED;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERSION_NOT_NEWER;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.GraphRecordPart;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.contract.Partitions;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphDelta;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.SnapshotChunk;
import io.cliquestream.v1.SnapshotCommit;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Turns the records of one partition, in order, into versions of graphs.
 *
 * <p>Rules that hold whatever comes in:
 *
 * <ul>
 *   <li>A version exists only when every check of the contract held for every one of its records; a
 *       wrong record ends its own version and no other one.
 *   <li>At most one version of a graph is open. The header of another one ends it
 *       (SNAPSHOT_INTERLEAVED) and opens its own, so a producer that starts afresh is never stuck.
 *       Different graphs may be interleaved freely.
 *   <li>An existing version never changes, and a rejected one never comes back: later records of
 *       either are refused or ignored.
 *   <li>What compaction leaves of a superseded version (chunks without a header, a header without
 *       all chunks) can only reject that version; newer ones do not notice, and its tombstones,
 *       when they follow, turn the rejection into a retirement.
 * </ul>
 *
 * <p>Not thread-safe: one thread at a time, records in the order of their offsets.
 */
public final class PartitionAssembler {
  /** What became of a record. */
  public enum Step {
    /** The record was taken in or refused; go on with the next one. */
    TAKEN,
    /** The budget has no room now; nothing was changed, offer the record again later. */
    NO_MEMORY
  }

  private final int partition;
  private final int partitionCount;
  private final AssemblyBudget budget;
  private final Versions versions;
  private final Decompressor decompressor = new Decompressor();
  private final Map<String, Assembly> open = new HashMap<>();

  /**
   * @param partition the partition whose records come
   * @param partitionCount partitions of the topic
   */
  public PartitionAssembler(
      int partition, int partitionCount, AssemblyBudget budget, Versions versions) {
    this.partition = partition;
    this.partitionCount = partitionCount;
    this.budget = budget;
    this.versions = versions;
  }

  /**
   * Takes one record.
   *
   * @param lastChance refuse the version with GRAPH_TOO_LARGE instead of asking for more time
   */
  public Step accept(ConsumerRecord<byte[], byte[]> record, boolean lastChance) {
    Optional<GraphRecordKey> key =
        record.key() == null ? Optional.empty() : GraphRecordKey.parse(record.key());
    if (record.value() == null) {
      key.ifPresentOrElse(
          this::retire,
          () -> discard(record, FAILURE_CODE_RECORD_KEY_MISMATCH, "a tombstone without a key"));
      return Step.TAKEN;
    }
    GraphRecord value;
    try {
      // The array belongs to the record and is never written again, so nothing needs to be copied.
      value = GraphRecord.parseFrom(UnsafeByteOperations.unsafeWrap(record.value()));
    } catch (InvalidProtocolBufferException e) {
      undecodable(record, key, e);
      return Step.TAKEN;
    }
    Optional<Refusal> wrong = checkEnvelope(value, key);
    if (wrong.isPresent()) {
      versions.discarded(record, wrong.get());
      return Step.TAKEN;
    }
    return dispatch(value, record, lastChance);
  }

  /** Gives up every version without a record since {@code nanos} of the monotonic clock ago. */
  public void expire(long nanos) {
    long now = System.nanoTime();
    for (String graphId : open.keySet().toArray(String[]::new)) {
      Assembly assembly = open.get(graphId);
      if (now - assembly.touched() > nanos) {
        end(graphId, assembly, assembly.incomplete(), null);
      }
    }
  }

  /** Frees everything; the partition belongs to somebody else. */
  public void discardAll() {
    open.values().forEach(Assembly::discard);
    open.clear();
  }

  /** Versions whose records are coming in. */
  public int openCount() {
    return open.size();
  }

  private Optional<Refusal> checkEnvelope(GraphRecord value, Optional<GraphRecordKey> key) {
    String graphId =
        switch (value.getKindCase()) {
          case HEADER -> value.getHeader().getGraphId();
          case CHUNK -> value.getChunk().getGraphId();
          case COMMIT -> value.getCommit().getGraphId();
          case REFERENCE -> value.getReference().getGraphId();
          case DELTA -> value.getDelta().getGraphId();
          case KIND_NOT_SET -> null;
        };
    if (graphId == null) {
      return refusal(FAILURE_CODE_RECORD_INCOMPLETE, "a graph record of no kind");
    }
    if (!Identifiers.isGraphId(graphId)) {
      return refusal(FAILURE_CODE_GRAPH_ID_INVALID, "not a graph id");
    }
    Optional<GraphRecordKey> wanted = GraphRecordKey.of(value);
    if (wanted.isEmpty()) {
      return refusal(
          FAILURE_CODE_RECORD_INCOMPLETE, "the version is 0 or the sequence is out of bounds");
    }
    if (!wanted.equals(key)) {
      return refusal(FAILURE_CODE_RECORD_KEY_MISMATCH, "the key should be " + wanted.get().text());
    }
    if (Partitions.partitionOf(graphId, partitionCount) != partition) {
      return refusal(
          FAILURE_CODE_RECORD_KEY_MISMATCH,
          "graph " + graphId + " does not belong to partition " + partition);
    }
    return Optional.empty();
  }

  private Step dispatch(
      GraphRecord value, ConsumerRecord<byte[], byte[]> record, boolean lastChance) {
    GraphRecordKey key = GraphRecordKey.of(value).orElseThrow();
    try {
      return switch (value.getKindCase()) {
        case HEADER -> header(value.getHeader(), record, lastChance);
        case CHUNK -> chunk(value.getChunk(), record);
        case COMMIT -> commit(value.getCommit(), record);
        case REFERENCE -> reference(value.getReference(), record);
        case DELTA -> delta(value.getDelta(), record, lastChance);
        case KIND_NOT_SET -> Step.TAKEN;
      };
    } catch (WorkerException e) {
      reject(key.graphId(), key.version(), new Refusal(e.code(), e.getMessage()), record);
      return Step.TAKEN;
    }
  }

  private Step header(
      SnapshotHeader header, ConsumerRecord<byte[], byte[]> record, boolean lastChance) {
    if (!mayOpen(header.getGraphId(), header.getVersion(), record)) {
      return Step.TAKEN;
    }
    long bytes = SnapshotHeaders.check(header, budget.perAssembly());
    // Whatever version was open is over now, and its memory may be what is needed.
    interrupt(header.getGraphId(), header.getVersion(), record);
    if (!budget.tryReserve(bytes)) {
      return noMemory(bytes, lastChance);
    }
    try {
      versions.opened(header.getGraphId(), header.getVersion());
      open.put(header.getGraphId(), new SnapshotAssembly(header, budget, bytes));
    } catch (RuntimeException e) {
      budget.release(bytes);
      throw e;
    }
    return Step.TAKEN;
  }

  private Step chunk(SnapshotChunk chunk, ConsumerRecord<byte[], byte[]> record) {
    if (open.get(chunk.getGraphId()) instanceof SnapshotAssembly snapshot
        && snapshot.version() == chunk.getVersion()) {
      snapshot.accept(chunk, decompressor);
    } else {
      stray(
          chunk.getGraphId(),
          chunk.getVersion(),
          "chunk " + Long.toUnsignedString(chunk.getSequence()),
          record);
    }
    return Step.TAKEN;
  }

  private Step commit(SnapshotCommit commit, ConsumerRecord<byte[], byte[]> record) {
    if (open.get(commit.getGraphId()) instanceof SnapshotAssembly snapshot
        && snapshot.version() == commit.getVersion()) {
      AssembledEdges edges = snapshot.commit(commit);
      open.remove(commit.getGraphId());
      versions.snapshot(commit.getGraphId(), commit.getVersion(), edges);
    } else {
      stray(commit.getGraphId(), commit.getVersion(), "the commit", record);
    }
    return Step.TAKEN;
  }

  private Step reference(SnapshotReference reference, ConsumerRecord<byte[], byte[]> record) {
    if (mayOpen(reference.getGraphId(), reference.getVersion(), record)) {
      interrupt(reference.getGraphId(), reference.getVersion(), record);
      versions.opened(reference.getGraphId(), reference.getVersion());
      versions.reference(reference);
    }
    return Step.TAKEN;
  }

  private Step delta(GraphDelta delta, ConsumerRecord<byte[], byte[]> record, boolean lastChance) {
    String graphId = delta.getGraphId();
    long version = delta.getNewVersion();
    DeltaAssembly assembly;
    if (open.get(graphId) instanceof DeltaAssembly found && found.version() == version) {
      assembly = found;
    } else {
      if (!mayOpen(graphId, version, record)) {
        return Step.TAKEN;
      }
      checkFirstPart(delta);
      interrupt(graphId, version, record);
      assembly = new DeltaAssembly(delta, budget);
    }
    long bytes = assembly.additionalBytes(delta);
    if (bytes > budget.perAssembly() - assembly.reserved()) {
      assembly.discard();
      throw new WorkerException(
          FAILURE_CODE_GRAPH_TOO_LARGE,
          "the delta takes more than " + budget.perAssembly() + " bytes while it is put together");
    }
    if (!budget.tryReserve(bytes)) {
      if (open.get(graphId) != assembly) {
        assembly.discard();
      }
      return noMemory(bytes, lastChance);
    }
    assembly.addReserved(bytes);
    if (open.get(graphId) != assembly) {
      try {
        versions.opened(graphId, version);
      } catch (RuntimeException e) {
        assembly.discard();
        throw e;
      }
      open.put(graphId, assembly);
    }
    if (assembly.accept(delta)) {
      open.remove(graphId);
      versions.delta(
          graphId, assembly.baseVersion(), version, assembly.inserted(), assembly.deleted());
    }
    return Step.TAKEN;
  }

  private void checkFirstPart(GraphDelta delta) {
    if (delta.getIdWidth() != 4 && delta.getIdWidth() != 8) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
          "id width is 4 or 8, not " + Integer.toUnsignedString(delta.getIdWidth()));
    }
    if (delta.getPartCount() < 1
        || delta.getPartCount() > Bounds.DELTA_PARTS
        || delta.getPart() >= delta.getPartCount()) {
      throw new WorkerException(
          FAILURE_CODE_RECORD_INCOMPLETE,
          "part %d of %s"
              .formatted(delta.getPart(), Integer.toUnsignedString(delta.getPartCount())));
    }
    if (Long.compareUnsigned(delta.getNewVersion(), delta.getBaseVersion()) <= 0) {
      throw new WorkerException(
          FAILURE_CODE_VERSION_NOT_NEWER, "the new version is not above its base");
    }
    if (versions.status(delta.getGraphId(), delta.getBaseVersion()) != VersionStatus.READY) {
      throw new WorkerException(
          FAILURE_CODE_DELTA_BASE_MISSING,
          "base version " + Long.toUnsignedString(delta.getBaseVersion()) + " is not there");
    }
  }

  /** Whether a version may begin with this record; says why not where that is news. */
  private boolean mayOpen(String graphId, long version, ConsumerRecord<byte[], byte[]> record) {
    String text = "version " + Long.toUnsignedString(version);
    return switch (versions.status(graphId, version)) {
      case REJECTED -> false;
      case READY, RETIRED -> {
        discard(record, FAILURE_CODE_VERSION_NOT_NEWER, text + " exists and never changes");
        yield false;
      }
      case OPEN -> throw new WorkerException(FAILURE_CODE_VERSION_NOT_NEWER, text + " began twice");
      case UNKNOWN -> {
        long highest = versions.highest(graphId);
        if (Long.compareUnsigned(version, highest) <= 0) {
          throw new WorkerException(
              FAILURE_CODE_VERSION_NOT_NEWER,
              text + " is not above version " + Long.toUnsignedString(highest));
        }
        yield true;
      }
    };
  }

  private void interrupt(String graphId, long version, ConsumerRecord<byte[], byte[]> record) {
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

  private void stray(
      String graphId, long version, String what, ConsumerRecord<byte[], byte[]> record) {
    switch (versions.status(graphId, version)) {
      case REJECTED, RETIRED -> {}
      case READY ->
          discard(
              record,
              FAILURE_CODE_CHUNK_REPEATED,
              what + " of a version that exists and never changes");
      case OPEN, UNKNOWN ->
          reject(
              graphId,
              version,
              new Refusal(FAILURE_CODE_CHUNK_WITHOUT_HEADER, what + " came without a header"),
              record);
    }
  }

  private void undecodable(
      ConsumerRecord<byte[], byte[]> record,
      Optional<GraphRecordKey> key,
      InvalidProtocolBufferException e) {
    var refusal =
        new Refusal(FAILURE_CODE_RECORD_UNDECODABLE, "not a GraphRecord: " + e.getMessage());
    Assembly assembly = key.map(k -> open.get(k.graphId())).orElse(null);
    if (assembly != null && assembly.version() == key.get().version()) {
      end(key.get().graphId(), assembly, refusal, record);
    } else {
      versions.discarded(record, refusal);
    }
  }

  private void retire(GraphRecordKey key) {
    Assembly assembly = open.get(key.graphId());
    boolean isOpen = assembly != null && assembly.version() == key.version();
    switch (key.part()) {
      case GraphRecordPart.Header(), GraphRecordPart.Reference() -> retireVersion(key, isOpen);
      case GraphRecordPart.Delta(int part) -> retireVersion(key, isOpen);
      case GraphRecordPart.Chunk(long sequence) -> {
        if (isOpen) {
          end(
              key.graphId(),
              assembly,
              new Refusal(
                  FAILURE_CODE_CHUNK_MISSING,
                  "chunk " + sequence + " was retired before the commit"),
              null);
        }
      }
      case GraphRecordPart.Commit() -> {}
    }
  }

  private void retireVersion(GraphRecordKey key, boolean isOpen) {
    if (isOpen) {
      open.remove(key.graphId()).discard();
    }
    versions.retired(key.graphId(), key.version());
  }

  private void reject(
      String graphId, long version, Refusal refusal, ConsumerRecord<byte[], byte[]> record) {
    Assembly assembly = open.get(graphId);
    if (assembly != null && assembly.version() == version) {
      open.remove(graphId).discard();
    }
    versions.rejected(graphId, version, refusal, record);
  }

  private void end(
      String graphId, Assembly assembly, Refusal refusal, ConsumerRecord<byte[], byte[]> record) {
    open.remove(graphId);
    assembly.discard();
    versions.rejected(graphId, assembly.version(), refusal, record);
  }

  private void discard(ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    versions.discarded(record, new Refusal(code, message));
  }

  private Step noMemory(long bytes, boolean lastChance) {
    if (!lastChance) {
      return Step.NO_MEMORY;
    }
    throw new WorkerException(
        FAILURE_CODE_GRAPH_TOO_LARGE,
        bytes + " bytes of assembly memory did not become free in time");
  }

  private static Optional<Refusal> refusal(FailureCode code, String message) {
    return Optional.of(new Refusal(code, message));
  }
}
