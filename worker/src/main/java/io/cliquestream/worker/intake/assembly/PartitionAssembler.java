package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_REPEATED;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_WITHOUT_HEADER;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_INTERNAL;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_OPTION_INVALID;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_RECORD_UNDECODABLE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_STREAM_OWNS_GRAPH;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERSION_NOT_NEWER;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.contract.StreamPositions;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphDelta;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.SnapshotChunk;
import io.cliquestream.v1.SnapshotCommit;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.SnapshotNames;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import io.cliquestream.worker.quota.Quotas;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
 *   <li>An existing version never changes, and a rejected one does not come back: later records of
 *       either are refused or ignored.
 *   <li>A version is above every usable one of its graph and at most 2^63-1. One that was only
 *       announced, was rejected or is retired blocks no lower one.
 *   <li>From the first version that a graph's stream makes until one that ends the stream, versions
 *       of others are refused (STREAM_OWNS_GRAPH): so what a stream builds on is what it made
 *       itself.
 *   <li>An announcement takes no memory, bytes do. While others wait for memory, a version without
 *       a new record for the yield time is given up.
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
    NO_MEMORY,
    /**
     * The record was taken in and its snapshot is being fetched; offer no further record of its
     * graph before {@link #fetched} or {@link #notFetched}.
     */
    FETCHING
  }

  private final GraphRecordChecks checks;
  private final AssemblyBudget budget;
  private final Quotas quotas;
  private final Versions versions;
  private final Decompressor decompressor = new Decompressor();
  private final OpenAssemblies open;

  /**
   * @param partition the partition whose records come
   * @param partitionCount partitions of the topic
   * @param quotas what one tenant's versions may take while they are put together
   */
  public PartitionAssembler(
      int partition, int partitionCount, AssemblyBudget budget, Quotas quotas, Versions versions) {
    this.checks = new GraphRecordChecks(partition, partitionCount);
    this.budget = budget;
    this.quotas = quotas;
    this.versions = versions;
    this.open = new OpenAssemblies(budget, versions);
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
          parsed -> retire(parsed, record),
          () -> discard(record, FAILURE_CODE_RECORD_KEY_MISMATCH, "a tombstone without a key"));
      return Step.TAKEN;
    }
    GraphRecord value;
    try {
      value = parsed(record.value());
    } catch (InvalidProtocolBufferException e) {
      undecodable(record, key, e);
      return Step.TAKEN;
    }
    Optional<Refusal> wrong = checks.envelope(value, key);
    if (wrong.isPresent()) {
      versions.discarded(record, wrong.get());
      return Step.TAKEN;
    }
    return dispatch(value, record, lastChance);
  }

  /**
   * Gives up versions without a new record for too long.
   *
   * @param idleNanos how long
   * @param yieldNanos how long while others wait for assembly memory
   * @param waits graphs whose next record is here and waits itself: they are not idle
   */
  public void expire(long idleNanos, long yieldNanos, Predicate<String> waits) {
    open.expire(idleNanos, yieldNanos, waits);
  }

  /** A referenced snapshot is here. */
  public void fetched(
      SnapshotReference reference, ConsumerRecord<byte[], byte[]> record, AssembledEdges edges) {
    var records = new RecordRange(record.offset(), record.offset());
    guarded(
        reference.getGraphId(),
        reference.getVersion(),
        record,
        () -> {
          try {
            edges.account().requireFits(edges.reserved());
          } catch (WorkerException e) {
            edges.close();
            throw e;
          }
          versions.snapshot(
              reference.getGraphId(),
              reference.getVersion(),
              new AssembledSnapshot(edges, Optional.empty()),
              records);
        });
  }

  private TenantAccount account(String tenant) {
    return new TenantAccount(tenant, quotas, budget);
  }

  private static void requireTenant(String tenant) {
    if (!Identifiers.isTenant(tenant)) {
      throw new WorkerException(
          FAILURE_CODE_OPTION_INVALID,
          "a tenant has at most " + Bounds.TENANT_CHARACTERS + " characters");
    }
  }

  /** A referenced snapshot cannot be had. */
  public void notFetched(
      SnapshotReference reference, ConsumerRecord<byte[], byte[]> record, Refusal refusal) {
    open.reject(reference.getGraphId(), reference.getVersion(), refusal, record);
  }

  /** Frees everything; the partition belongs to somebody else. */
  public void discardAll() {
    open.discardAll();
  }

  private Step dispatch(
      GraphRecord value, ConsumerRecord<byte[], byte[]> record, boolean lastChance) {
    GraphRecordKey key = GraphRecordKey.of(value).orElseThrow();
    return guarded(
        key.graphId(),
        key.version(),
        record,
        () ->
            switch (value.getKindCase()) {
              case HEADER -> header(value.getHeader(), record);
              case CHUNK -> chunk(value.getChunk(), record, lastChance);
              case NAMES -> names(value.getNames(), record, lastChance);
              case COMMIT -> commit(value.getCommit(), record);
              case REFERENCE -> reference(value.getReference(), record);
              case DELTA -> delta(value.getDelta(), record, lastChance);
              case KIND_NOT_SET -> Step.TAKEN;
            });
  }

  private void guarded(
      String graphId, long version, ConsumerRecord<byte[], byte[]> record, Runnable work) {
    var _ =
        guarded(
            graphId,
            version,
            record,
            () -> {
              work.run();
              return Step.TAKEN;
            });
  }

  /** Whatever goes wrong ends the version that it went wrong for, under its own name. */
  private Step guarded(
      String graphId, long version, ConsumerRecord<byte[], byte[]> record, Supplier<Step> work) {
    Refusal refusal;
    try {
      return work.get();
    } catch (WorkerException e) {
      refusal = new Refusal(e.code(), e.getMessage());
    } catch (ContractException e) {
      refusal = new Refusal(e.code(), e.getMessage());
    } catch (OutOfMemoryError e) {
      refusal =
          new Refusal(
              FAILURE_CODE_GRAPH_TOO_LARGE,
              "the worker's memory did not suffice for it: " + e.getMessage());
    } catch (RuntimeException e) {
      refusal = new Refusal(FAILURE_CODE_INTERNAL, "it could not be taken in: " + e);
    }
    open.reject(graphId, version, refusal, record);
    return Step.TAKEN;
  }

  private Step header(SnapshotHeader header, ConsumerRecord<byte[], byte[]> record) {
    if (header.hasStream()) {
      streamed(header.getGraphId(), header.getVersion(), header.getStream());
    }
    if (mayOpen(header.getGraphId(), header.getVersion(), header.hasStream(), record)) {
      SnapshotHeaders.check(header, budget.perAssembly());
      requireTenant(header.getTenant());
      TenantAccount account = account(header.getTenant());
      boolean own = header.getStream().getCheckpoint() && versions.isOwn(header);
      if (!own) {
        account.requireFits(
            AssembledEdges.bytesOf(header.getEdgeCount(), SnapshotHeaders.isWide(header))
                + SnapshotNamesAssembly.bytesOf(header));
      }
      open.interrupt(header.getGraphId(), header.getVersion(), record);
      if (!own) {
        versions.opened(header.getGraphId(), header.getVersion(), header.getTenant());
      }
      open.put(header.getGraphId(), new SnapshotAssembly(header, account, record.offset(), own));
    }
    return Step.TAKEN;
  }

  private Step chunk(
      SnapshotChunk chunk, ConsumerRecord<byte[], byte[]> record, boolean lastChance) {
    Optional<SnapshotAssembly> found =
        open.find(SnapshotAssembly.class, chunk.getGraphId(), chunk.getVersion());
    if (found.isPresent()) {
      SnapshotAssembly snapshot = found.get();
      if (!snapshot.reserve(chunk)) {
        return noMemory("chunk " + chunk.getSequence(), lastChance);
      }
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

  private Step names(
      SnapshotNames names, ConsumerRecord<byte[], byte[]> record, boolean lastChance) {
    String what = "names " + Long.toUnsignedString(names.getSequence());
    Optional<SnapshotAssembly> found =
        open.find(SnapshotAssembly.class, names.getGraphId(), names.getVersion());
    if (found.isPresent()) {
      SnapshotAssembly snapshot = found.get();
      if (!snapshot.names().reserve(names)) {
        return noMemory(what, lastChance);
      }
      snapshot.names().accept(names, decompressor);
    } else {
      stray(names.getGraphId(), names.getVersion(), what, record);
    }
    return Step.TAKEN;
  }

  private Step commit(SnapshotCommit commit, ConsumerRecord<byte[], byte[]> record) {
    Optional<SnapshotAssembly> found =
        open.find(SnapshotAssembly.class, commit.getGraphId(), commit.getVersion());
    if (found.isPresent()) {
      SnapshotAssembly snapshot = found.get();
      AssembledSnapshot whole = snapshot.commit(commit);
      open.takeOut(commit.getGraphId());
      var records = new RecordRange(snapshot.firstOffset(), record.offset());
      if (snapshot.isOwn()) {
        whole.close();
        versions.passed(commit.getGraphId(), commit.getVersion(), records);
      } else if (snapshot.isCheckpoint()) {
        versions.checkpoint(commit.getGraphId(), commit.getVersion(), whole, records);
      } else {
        versions.snapshot(commit.getGraphId(), commit.getVersion(), whole, records);
      }
    } else {
      stray(commit.getGraphId(), commit.getVersion(), "the commit", record);
    }
    return Step.TAKEN;
  }

  private Step reference(SnapshotReference reference, ConsumerRecord<byte[], byte[]> record) {
    if (mayOpen(reference.getGraphId(), reference.getVersion(), false, record)) {
      requireTenant(reference.getTenant());
      open.interrupt(reference.getGraphId(), reference.getVersion(), record);
      versions.opened(reference.getGraphId(), reference.getVersion(), reference.getTenant());
      versions.reference(reference, record);
      return Step.FETCHING;
    }
    return Step.TAKEN;
  }

  private Step delta(GraphDelta delta, ConsumerRecord<byte[], byte[]> record, boolean lastChance) {
    String graphId = delta.getGraphId();
    long version = delta.getNewVersion();
    Optional<DeltaAssembly> begun = open.find(DeltaAssembly.class, graphId, version);
    DeltaAssembly assembly;
    if (begun.isPresent()) {
      assembly = begun.get();
    } else {
      if (delta.hasStream()) {
        // Before anything can be wrong with it: that one is missing is known by this.
        streamed(graphId, version, delta.getStream());
      }
      if (!mayOpen(graphId, version, delta.hasStream(), record)) {
        return Step.TAKEN;
      }
      checks.firstPart(delta, versions);
      requireTenant(delta.getTenant());
      open.interrupt(graphId, version, record);
      assembly = new DeltaAssembly(delta, account(delta.getTenant()), record.offset());
    }
    long bytes = assembly.additionalBytes(delta);
    if (bytes > budget.perAssembly() - assembly.reserved()) {
      assembly.discard();
      throw new WorkerException(
          FAILURE_CODE_GRAPH_TOO_LARGE,
          "the delta takes more than " + budget.perAssembly() + " bytes while it is put together");
    }
    try {
      assembly.account().requireFits(assembly.reserved() + bytes);
    } catch (WorkerException e) {
      assembly.discard();
      throw e;
    }
    if (!assembly.account().tryReserve(bytes)) {
      if (begun.isEmpty()) {
        assembly.discard();
      }
      return noMemory("part " + delta.getPart(), lastChance);
    }
    assembly.addReserved(bytes);
    if (begun.isEmpty()) {
      try {
        versions.opened(graphId, version, assembly.account().tenant());
      } catch (RuntimeException e) {
        assembly.discard();
        throw e;
      }
      open.put(graphId, assembly);
    }
    if (assembly.accept(delta)) {
      open.takeOut(graphId);
      versions.delta(
          graphId,
          assembly.baseVersion(),
          version,
          assembly.take(),
          new RecordRange(assembly.firstOffset(), record.offset()));
    }
    return Step.TAKEN;
  }

  /** Whether a version may begin with this record; says why not where that is news. */
  private void streamed(String graphId, long version, StreamPosition position) {
    VersionStatus status = versions.status(graphId, version);
    if (status != VersionStatus.READY && status != VersionStatus.RETIRED) {
      StreamPositions.require(position, graphId);
      versions.streamed(graphId, version, position);
    }
  }

  private boolean mayOpen(
      String graphId, long version, boolean streamed, ConsumerRecord<byte[], byte[]> record) {
    String text = "version " + Long.toUnsignedString(version);
    return switch (versions.status(graphId, version)) {
      // Who has a dead letter written again has mended what it was refused for.
      // And a stream may use a number that others claimed in vain.
      case REJECTED -> streamed || record.headers().lastHeader(DeadLetterHeaders.REPLAY_OF) != null;
      case READY, RETIRED -> {
        discard(record, FAILURE_CODE_VERSION_NOT_NEWER, text + " exists and never changes");
        yield false;
      }
      case OPEN -> throw new WorkerException(FAILURE_CODE_VERSION_NOT_NEWER, text + " began twice");
      case UNKNOWN -> {
        long newest = versions.newest(graphId);
        if (Long.compareUnsigned(version, newest) <= 0) {
          throw new WorkerException(
              FAILURE_CODE_VERSION_NOT_NEWER,
              text + " is not above version " + Long.toUnsignedString(newest));
        }
        if (!streamed && versions.hasStream(graphId)) {
          throw new WorkerException(
              FAILURE_CODE_STREAM_OWNS_GRAPH,
              text + " is not the stream's, which has to end before others make versions");
        }
        yield true;
      }
    };
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
          open.reject(
              graphId,
              version,
              new Refusal(FAILURE_CODE_CHUNK_WITHOUT_HEADER, what + " came without a header"),
              record);
    }
  }

  private static GraphRecord parsed(byte[] value) throws InvalidProtocolBufferException {
    // The array belongs to the record and is never written again, so nothing needs to be copied.
    CodedInputStream input = UnsafeByteOperations.unsafeWrap(value).newCodedInput();
    input.enableAliasing(true);
    GraphRecord record = GraphRecord.parser().parseFrom(input);
    input.checkLastTagWas(0);
    return record;
  }

  private void undecodable(
      ConsumerRecord<byte[], byte[]> record,
      Optional<GraphRecordKey> key,
      InvalidProtocolBufferException e) {
    var refusal =
        new Refusal(FAILURE_CODE_RECORD_UNDECODABLE, "not a GraphRecord: " + e.getMessage());
    if (key.isEmpty() || !open.end(key.get(), refusal, record)) {
      versions.discarded(record, refusal);
    }
  }

  private void retire(GraphRecordKey key, ConsumerRecord<byte[], byte[]> record) {
    if (checks.isHere(key.graphId())) {
      open.retire(key);
    } else {
      discard(record, FAILURE_CODE_RECORD_KEY_MISMATCH, checks.elsewhere(key.graphId()));
    }
  }

  private void discard(ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    versions.discarded(record, new Refusal(code, message));
  }

  private static Step noMemory(String what, boolean lastChance) {
    if (!lastChance) {
      return Step.NO_MEMORY;
    }
    throw new WorkerException(
        FAILURE_CODE_GRAPH_TOO_LARGE,
        "no assembly memory, or none that its tenant may take, became free in time for " + what);
  }
}
