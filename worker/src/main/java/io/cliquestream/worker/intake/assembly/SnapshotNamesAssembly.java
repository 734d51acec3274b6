package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_CHECKSUM_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_MISSING;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_REPEATED;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_CHECKSUM_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Checksums;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.SnapshotNames;
import io.cliquestream.worker.failure.WorkerException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The names of one snapshot between its header and its commit; what is wrong ends the version. */
final class SnapshotNamesAssembly {
  private final SnapshotHeader header;
  private final CRC32C checksum = new CRC32C();
  private AssembledNames names;
  private long expected;
  private long payloadBytes;
  private long listed;

  SnapshotNamesAssembly(SnapshotHeader header, TenantAccount account) {
    this.header = header;
    this.names = header.getNameCount() == 0 ? null : new AssembledNames(account);
  }

  /** Most bytes that the names of a snapshot take while they are put together. */
  static long bytesOf(SnapshotHeader header) {
    return header.getNameCount() == 0
        ? 0
        : AssembledNames.bytesFor(header.getNameCount(), header.getNameBytes());
  }

  /** Why a header's names cannot be, if they cannot. */
  static Optional<String> wrong(SnapshotHeader header) {
    long count = header.getNameCount();
    long bytes = header.getNameBytes();
    long chunks = header.getNameChunkCount();
    boolean fits =
        count == 0
            ? bytes == 0 && chunks == 0
            : count > 0
                && count <= Bounds.NAMES
                // A name takes two bytes or more.
                && bytes / 2 >= count
                && bytes <= count * (Bounds.NAME_BYTES + 2L)
                && chunks > 0
                && chunks >= Math.ceilDiv(bytes, Bounds.UNCOMPRESSED_PAYLOAD_BYTES);
    return fits
        ? Optional.empty()
        : Optional.of(
            "%s names in %s bytes and %s chunks cannot be"
                .formatted(
                    Long.toUnsignedString(count),
                    Long.toUnsignedString(bytes),
                    Long.toUnsignedString(chunks)));
  }

  long reserved() {
    return names == null ? 0 : names.reserved();
  }

  /** Reserves what a chunk may add; to be called before {@link #accept} of it. */
  boolean reserve(SnapshotNames chunk) {
    if (names == null) {
      return true;
    }
    // What announces more than it may is refused when it is taken.
    long bytes =
        Math.min(
            Integer.toUnsignedLong(chunk.getUncompressedBytes()),
            Bounds.UNCOMPRESSED_PAYLOAD_BYTES);
    long count = Math.min(Integer.toUnsignedLong(chunk.getNameCount()), bytes / 2);
    return names.reserve(count, bytes);
  }

  void accept(SnapshotNames chunk, Decompressor decompressor) {
    long sequence = chunk.getSequence();
    if (names == null || Long.compareUnsigned(sequence, header.getNameChunkCount()) >= 0) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_COUNT_WRONG,
          "names %s, but the header announces %d chunks of names"
              .formatted(Long.toUnsignedString(sequence), header.getNameChunkCount()));
    }
    if (sequence < expected) {
      throw new WorkerException(FAILURE_CODE_CHUNK_REPEATED, "names " + sequence + " came twice");
    }
    if (sequence > expected) {
      throw new WorkerException(
          FAILURE_CODE_CHUNK_MISSING,
          "names %d came where %d were due".formatted(sequence, expected));
    }
    String what = "names " + sequence;
    if (chunk.getPayload().size() > Bounds.PAYLOAD_BYTES) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          "%s carry %d bytes, more than %d"
              .formatted(what, chunk.getPayload().size(), Bounds.PAYLOAD_BYTES));
    }
    if (Checksums.crc32c(chunk.getPayload()) != chunk.getCrc32C()) {
      throw new WorkerException(FAILURE_CODE_CHUNK_CHECKSUM_WRONG, what + " are damaged");
    }
    ByteBuffer payload =
        decompressor.decompress(
            chunk.getPayload(), chunk.getUncompressedBytes(), what, header.getCompression());
    payloadBytes += payload.remaining();
    checksum.update(payload.duplicate());
    int count = names.add(payload, what, _ -> {});
    listed += count;
    if (count != chunk.getNameCount()) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_COUNT_WRONG,
          "%s are %d and announce %s"
              .formatted(what, count, Integer.toUnsignedString(chunk.getNameCount())));
    }
    if (names.size() != listed) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_ENCODING_INVALID, what + ": two vertices have one name");
    }
    expected++;
  }

  /** Checks that everything announced is here, and hands it over. */
  Optional<AssembledNames> commit() {
    if (names == null) {
      return Optional.empty();
    }
    if (expected != header.getNameChunkCount()) {
      throw new WorkerException(
          FAILURE_CODE_CHUNK_MISSING,
          "names %d of %d are missing".formatted(expected, header.getNameChunkCount()));
    }
    if (listed != header.getNameCount() || payloadBytes != header.getNameBytes()) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_COUNT_WRONG,
          "the chunks list %d names in %d bytes, the header announces %d in %d"
              .formatted(listed, payloadBytes, header.getNameCount(), header.getNameBytes()));
    }
    if ((int) checksum.getValue() != header.getNameCrc32C()) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_CHECKSUM_WRONG,
          "the checksum of the names is not the announced one");
    }
    var result = Optional.of(names);
    names = null;
    return result;
  }

  void discard() {
    if (names != null) {
      names.close();
      names = null;
    }
  }
}
