package io.cliquestream.worker.intake.reread;

import io.cliquestream.contract.Failures;
import io.cliquestream.v1.FailureCategory;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import io.cliquestream.worker.intake.assembly.AssembledDelta;
import io.cliquestream.worker.intake.assembly.AssembledEdges;
import io.cliquestream.worker.intake.assembly.AssembledSnapshot;
import io.cliquestream.worker.intake.assembly.PartitionAssembler;
import io.cliquestream.worker.intake.assembly.RecordRange;
import io.cliquestream.worker.intake.assembly.Versions;
import io.cliquestream.worker.intake.reference.ReferenceFetcher;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Keeps the edges of the one version that is read again; nobody else hears of it. */
final class RereadVersion implements Versions, AutoCloseable {
  private final VersionSource source;
  private final ReferenceFetcher references;
  private VersionStatus status = VersionStatus.UNKNOWN;
  private AssembledSnapshot snapshot;
  private AssembledDelta delta;
  private Refusal refusal;
  private SnapshotReference fetching;
  private ConsumerRecord<byte[], byte[]> fetchingFor;
  private CompletableFuture<AssembledEdges> fetch;

  RereadVersion(VersionSource source, ReferenceFetcher references) {
    this.source = source;
    this.references = references;
  }

  boolean isWhole() {
    return snapshot != null || delta != null;
  }

  /** The snapshot, if that is what the records came to. */
  AssembledSnapshot snapshot() {
    return snapshot;
  }

  /** The delta, if that is what the records came to. */
  AssembledDelta delta() {
    return delta;
  }

  /** Throws when the records did not come to a version again. */
  void requireWhole() {
    if (!isWhole()) {
      String name =
          "version "
              + Long.toUnsignedString(source.version())
              + " of graph "
              + source.graphId()
              + " lies in the topic alone, and ";
      throw refusal == null
          ? new WorkerException(
              FailureCode.FAILURE_CODE_VERSION_UNKNOWN,
              name + "its records are not whole there any more")
          : new WorkerException(
              Failures.categoryOf(refusal.code()) == FailureCategory.FAILURE_CATEGORY_INPUT
                  ? FailureCode.FAILURE_CODE_VERSION_UNKNOWN
                  : refusal.code(),
              name
                  + "cannot be read from there: "
                  + Failures.nameOf(refusal.code())
                  + ": "
                  + refusal.message());
    }
  }

  /** Waits for a referenced object, if one is being fetched. */
  void finishFetch(PartitionAssembler assembler) {
    if (fetch == null) {
      return;
    }
    CompletableFuture<AssembledEdges> begun = fetch;
    fetch = null;
    try {
      assembler.fetched(fetching, fetchingFor, begun.join());
    } catch (CompletionException e) {
      assembler.notFetched(
          fetching,
          fetchingFor,
          e.getCause() instanceof WorkerException known
              ? new Refusal(known.code(), known.getMessage())
              : new Refusal(FailureCode.FAILURE_CODE_INTERNAL, String.valueOf(e.getCause())));
    }
  }

  @Override
  public VersionStatus status(String graphId, long version) {
    return version == source.version() ? status : VersionStatus.READY;
  }

  @Override
  public long newest(String graphId) {
    return 0;
  }

  @Override
  public void opened(String graphId, long version, String tenant) {
    status = VersionStatus.OPEN;
  }

  @Override
  public void rejected(
      String graphId, long version, Refusal why, ConsumerRecord<byte[], byte[]> cause) {
    status = VersionStatus.REJECTED;
    refusal = why;
  }

  @Override
  public void retired(String graphId, long version) {
    status = VersionStatus.RETIRED;
  }

  @Override
  public void discarded(ConsumerRecord<byte[], byte[]> record, Refusal why) {
    refusal = why;
  }

  @Override
  public void snapshot(
      String graphId, long version, AssembledSnapshot assembled, RecordRange records) {
    status = VersionStatus.READY;
    snapshot = assembled;
  }

  @Override
  public void reference(SnapshotReference reference, ConsumerRecord<byte[], byte[]> record) {
    fetching = reference;
    fetchingFor = record;
    fetch = references.fetch(reference);
  }

  @Override
  public void delta(
      String graphId,
      long baseVersion,
      long version,
      AssembledDelta assembled,
      RecordRange records) {
    status = VersionStatus.READY;
    delta = assembled;
  }

  @Override
  public void close() {
    if (snapshot != null) {
      snapshot.close();
    }
    if (delta != null) {
      delta.close();
    }
  }
}
