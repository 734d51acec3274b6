package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_CHECKSUM_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_MISSING;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_OUT_OF_ORDER;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_REPEATED;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND;

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
import java.util.Optional;
import java.util.function.LongUnaryOperator;

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
  private AssembledNames names;
  private long namesReserved;
  private long namesWanted;
  private boolean hasIds;
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
    this.names = new AssembledNames(account);
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
    namesWanted = 0;
    if (gap || inserted == null) {
      return 0;
    }
    int pairBytes = 2 * first.getIdWidth();
    long after =
        AssembledEdges.bytesOf(inserted.size() + part.getInserted().size() / pairBytes, wide)
            + AssembledEdges.bytesOf(deleted.size() + part.getDeleted().size() / pairBytes, wide);
    return Math.max(0, after - reserved) + additionalNameBytes(part);
  }

  /** A name takes two bytes or more of a part; how many there are is only known after decoding. */
  private long additionalNameBytes(GraphDelta part) {
    int bytes = part.getNames().size();
    namesWanted = bytes == 0 ? 0 : Math.max(0, names.bytesAfter(bytes / 2L, bytes) - namesReserved);
    return namesWanted;
  }

  @Override
  public long reserved() {
    return reserved + namesReserved;
  }

  /** Notes bytes that were reserved for it, as many as {@link #additionalBytes} asked for. */
  void addReserved(long bytes) {
    namesReserved += namesWanted;
    reserved += bytes - namesWanted;
    if (namesWanted > 0) {
      names.reserved(namesWanted);
      namesWanted = 0;
    }
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
    long payload =
        (long) part.getNames().size() + part.getInserted().size() + part.getDeleted().size();
    if (payload > Bounds.PAYLOAD_BYTES) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          "part " + expected + " carries " + payload + " bytes, more than " + Bounds.PAYLOAD_BYTES);
    }
    if (Checksums.crc32c(part.getNames(), part.getInserted(), part.getDeleted())
        != part.getCrc32C()) {
      throw new WorkerException(
          FAILURE_CODE_CHUNK_CHECKSUM_WRONG, "part " + expected + " is damaged");
    }
    LongUnaryOperator ids = ids(part);
    decode(part.getInserted(), inserted, ids);
    decode(part.getDeleted(), deleted, ids);
    expected++;
    return expected == first.getPartCount();
  }

  /** What it comes to, with the whole reservation; the caller closes it. */
  AssembledDelta take() {
    boolean named = names.size() > 0;
    var result =
        new AssembledDelta(
            new AssembledEdges(inserted, reserved, account),
            new AssembledEdges(deleted, 0, account),
            named ? Optional.of(names) : Optional.empty());
    if (!named) {
      names.close();
    }
    inserted = null;
    deleted = null;
    names = null;
    return result;
  }

  @Override
  public void discard() {
    if (inserted != null) {
      inserted.close();
      deleted.close();
      names.close();
      inserted = null;
      deleted = null;
      names = null;
      account.release(reserved);
      reserved = 0;
      namesReserved = 0;
    }
  }

  /**
   * What an id of a part is: itself, or, in one with names, the number of the name at its position.
   */
  private LongUnaryOperator ids(GraphDelta part) {
    boolean edges = !part.getInserted().isEmpty() || !part.getDeleted().isEmpty();
    if (part.getNames().isEmpty()) {
      hasIds |= edges;
      requireOneKind();
      return id -> id;
    }
    // A name takes two bytes or more.
    long[] numbers = new long[part.getNames().size() / 2];
    int[] count = {0};
    int read =
        names.add(
            part.getNames().asReadOnlyByteBuffer(),
            "part " + expected,
            number -> numbers[count[0]++] = number);
    requireOneKind();
    return position -> {
      if (Long.compareUnsigned(position, read) >= 0) {
        throw new WorkerException(
            FAILURE_CODE_VERTEX_ID_BEYOND_BOUND,
            "part %d refers to name %s of %d"
                .formatted(expected, Long.toUnsignedString(position), read));
      }
      return numbers[(int) position];
    };
  }

  private void requireOneKind() {
    if (hasIds && names.size() > 0) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
          "part %d has names where another has none, or the other way round".formatted(expected));
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

  private void decode(ByteString payload, EdgeArray edges, LongUnaryOperator ids) {
    if (decoder.decode(
            payload.asReadOnlyByteBuffer(),
            (from, to) -> edges.add(ids.applyAsLong(from), ids.applyAsLong(to)))
        instanceof PayloadOutcome.Refused refused) {
      throw new WorkerException(
          refused.code(),
          "part %d, byte %d: %s".formatted(expected, refused.byteOffset(), refused.message()));
    }
  }
}
