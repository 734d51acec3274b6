package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_CHECKSUM_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_MISSING;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_OUT_OF_ORDER;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_REPEATED;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG;

import com.google.protobuf.ByteString;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Checksums;
import io.cliquestream.contract.DeltaWriter;
import io.cliquestream.contract.PayloadDecoder;
import io.cliquestream.contract.PayloadOutcome;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.v1.GraphDelta;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;

/**
 * The state machine of one delta from its first part to its last. Memory is reserved part by part,
 * because a part does not say how long the others are. A gap ends like a snapshot's: the missing
 * part late is CHUNK_OUT_OF_ORDER, the last part without it CHUNK_MISSING.
 */
final class DeltaAssembly implements Assembly {
  private final GraphDelta first;
  private final TenantAccount account;
  private final long firstOffset;
  private final PayloadDecoder decoder;
  private final boolean wide;
  private EdgeArray inserted;
  private EdgeArray deleted;
  private long reserved;
  private int expected;
  private boolean gap;
  private long touched = System.nanoTime();

  DeltaAssembly(GraphDelta first, TenantAccount account, long firstOffset) {
    this.first = first;
    this.account = account;
    this.firstOffset = firstOffset;
    this.decoder = DeltaWriter.decoder(first.getIdWidth());
    this.wide = first.getIdWidth() == 8;
    this.inserted = AssembledEdges.array(wide);
    this.deleted = AssembledEdges.array(wide);
  }

  @Override
  public long firstOffset() {
    return firstOffset;
  }

  TenantAccount account() {
    return account;
  }

  long baseVersion() {
    return first.getBaseVersion();
  }

  @Override
  public long version() {
    return first.getNewVersion();
  }

  @Override
  public long touched() {
    return touched;
  }

  @Override
  public Refusal incomplete() {
    return new Refusal(
        FAILURE_CODE_CHUNK_MISSING,
        "part "
            + expected
            + " of "
            + Integer.toUnsignedString(first.getPartCount())
            + " is missing");
  }

  /** Bytes to reserve before {@link #accept} may be called with this part. */
  long additionalBytes(GraphDelta part) {
    if (gap || inserted == null) {
      return 0;
    }
    int pairBytes = 2 * first.getIdWidth();
    long after =
        AssembledEdges.bytesOf(inserted.size() + part.getInserted().size() / pairBytes, wide)
            + AssembledEdges.bytesOf(deleted.size() + part.getDeleted().size() / pairBytes, wide);
    return Math.max(0, after - reserved);
  }

  @Override
  public long reserved() {
    return reserved;
  }

  /** Notes bytes that were reserved for it. */
  void addReserved(long bytes) {
    reserved += bytes;
  }

  /**
   * Takes the next part.
   *
   * @return whether it was the last one
   * @throws WorkerException when the version cannot come to be any more
   */
  boolean accept(GraphDelta part) {
    touched = System.nanoTime();
    checkSequence(part);
    if (gap) {
      return false;
    }
    long payload = (long) part.getInserted().size() + part.getDeleted().size();
    if (payload > Bounds.PAYLOAD_BYTES) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          "part " + expected + " carries " + payload + " bytes, more than " + Bounds.PAYLOAD_BYTES);
    }
    if (Checksums.crc32c(part.getInserted(), part.getDeleted()) != part.getCrc32C()) {
      throw new WorkerException(
          FAILURE_CODE_CHUNK_CHECKSUM_WRONG, "part " + expected + " is damaged");
    }
    decode(part.getInserted(), inserted);
    decode(part.getDeleted(), deleted);
    expected++;
    return expected == first.getPartCount();
  }

  /** The edges to insert; the caller closes them, and with them the whole reservation. */
  AssembledEdges inserted() {
    var result = new AssembledEdges(inserted, reserved, account);
    inserted = null;
    return result;
  }

  /** The edges to delete, whose bytes {@link #inserted()} accounts for. */
  AssembledEdges deleted() {
    var result = new AssembledEdges(deleted, 0, account);
    deleted = null;
    return result;
  }

  @Override
  public void discard() {
    if (inserted != null) {
      inserted.close();
      deleted.close();
      inserted = null;
      deleted = null;
      account.release(reserved);
      reserved = 0;
    }
  }

  private void checkSequence(GraphDelta part) {
    if (part.getBaseVersion() != first.getBaseVersion()
        || part.getPartCount() != first.getPartCount()
        || part.getIdWidth() != first.getIdWidth()) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_COUNT_WRONG,
          "part " + part.getPart() + " disagrees with part 0 on base, number of parts or id width");
    }
    if (part.getPart() < expected) {
      throw new WorkerException(
          FAILURE_CODE_CHUNK_REPEATED, "part " + part.getPart() + " came twice");
    }
    if (gap && part.getPart() == expected) {
      throw new WorkerException(
          FAILURE_CODE_CHUNK_OUT_OF_ORDER, "part " + part.getPart() + " came late");
    }
    if (part.getPart() > expected) {
      if (part.getPart() == part.getPartCount() - 1) {
        throw incomplete().exception();
      }
      gap = true;
      discard();
    }
  }

  private void decode(ByteString payload, EdgeArray edges) {
    if (decoder.decode(payload.asReadOnlyByteBuffer(), edges::add)
        instanceof PayloadOutcome.Refused refused) {
      throw new WorkerException(
          refused.code(),
          "part %d, byte %d: %s".formatted(expected, refused.byteOffset(), refused.message()));
    }
  }
}
