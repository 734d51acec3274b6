package io.cliquestream.contract;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND;

import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Decodes uncompressed payloads. Every byte is untrusted: nothing is allocated by a number the
 * payload names, and every id is checked against the bound before it is handed out.
 *
 * <p>One decoder serves one snapshot or delta; it is not safe for use by two threads at once.
 */
public final class PayloadDecoder {
  private static final int NOTHING_REFUSED = -1;

  private final EdgeEncoding encoding;
  private final int idWidth;
  private final long highestId;
  private ByteBuffer payload = ByteBuffer.allocate(0);
  private long edgeCount;
  private int refusedAt;
  private FailureCode refusedCode = FAILURE_CODE_SNAPSHOT_ENCODING_INVALID;
  private String refusedMessage = "";

  /**
   * @param encoding pairs or rows
   * @param idWidth 4 or 8
   * @param vertexBound every id is below it (unsigned); 0 stands for {@code 2^(8 * idWidth)}
   * @throws ContractException when encoding or width is none of the contract's
   */
  public PayloadDecoder(EdgeEncoding encoding, int idWidth, long vertexBound) {
    if ((idWidth != 4 && idWidth != 8)
        || (encoding != EdgeEncoding.EDGE_ENCODING_PAIRS
            && encoding != EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS)) {
      throw new ContractException(
          FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
          "no such encoding: " + encoding + " with ids of " + idWidth + " bytes");
    }
    this.encoding = encoding;
    this.idWidth = idWidth;
    long widest = idWidth == 4 ? 0xffff_ffffL : -1L;
    long bounded = vertexBound == 0 ? widest : vertexBound - 1;
    this.highestId = Long.compareUnsigned(bounded, widest) < 0 ? bounded : widest;
  }

  /** Decodes what lies between the buffer's position and limit; moves neither. */
  public PayloadOutcome decode(ByteBuffer uncompressed, EdgeConsumer edges) {
    payload = uncompressed.slice().order(ByteOrder.LITTLE_ENDIAN);
    edgeCount = 0;
    refusedAt = NOTHING_REFUSED;
    if (encoding == EdgeEncoding.EDGE_ENCODING_PAIRS) {
      decodePairs(edges);
    } else {
      decodeRows(edges);
    }
    return refusedAt == NOTHING_REFUSED
        ? new PayloadOutcome.Decoded(edgeCount)
        : new PayloadOutcome.Refused(refusedCode, refusedAt, refusedMessage);
  }

  private void decodePairs(EdgeConsumer edges) {
    int pairBytes = 2 * idWidth;
    int end = payload.limit() - payload.limit() % pairBytes;
    for (int at = 0; at < end; at += pairBytes) {
      long from = idWidth == 4 ? payload.getInt(at) & 0xffff_ffffL : payload.getLong(at);
      long to = idWidth == 4 ? payload.getInt(at + 4) & 0xffff_ffffL : payload.getLong(at + 8);
      if (isBeyondBound(from, at) || isBeyondBound(to, at + idWidth)) {
        return;
      }
      edgeCount++;
      edges.accept(from, to);
    }
    if (end != payload.limit()) {
      refuse(end, "a pair of " + pairBytes + " bytes is cut off");
    }
  }

  private void decodeRows(EdgeConsumer edges) {
    while (payload.hasRemaining()) {
      int at = payload.position();
      long from = varint();
      if (refusedAt != NOTHING_REFUSED || isBeyondBound(from, at)) {
        return;
      }
      at = payload.position();
      long count = varint();
      if (refusedAt != NOTHING_REFUSED) {
        return;
      }
      // Each target takes a byte or more: a count that lies ends here, before any work is done.
      if (count == 0 || Long.compareUnsigned(count, payload.remaining()) > 0) {
        refuse(
            at,
            "a run announces "
                + Long.toUnsignedString(count)
                + " targets where "
                + payload.remaining()
                + " bytes are left");
        return;
      }
      if (!decodeTargets(from, count, edges)) {
        return;
      }
    }
  }

  private boolean decodeTargets(long from, long count, EdgeConsumer edges) {
    long target = 0;
    for (long i = 0; i < count; i++) {
      int at = payload.position();
      long difference = varint();
      if (refusedAt != NOTHING_REFUSED) {
        return false;
      }
      // Compared before adding, so that a sum that wraps around is caught too.
      if (Long.compareUnsigned(difference, highestId - target) > 0) {
        refuseBeyondBound(at, target, difference);
        return false;
      }
      target += difference;
      edgeCount++;
      edges.accept(from, target);
    }
    return true;
  }

  /** The next varint; 0 with {@link #refusedAt} set when it is cut off or beyond 64 bits. */
  private long varint() {
    int start = payload.position();
    int limit = payload.limit();
    long word = 0;
    for (int i = 0; i < PayloadBuffer.LONGEST_VARINT; i++) {
      if (start + i >= limit) {
        refuse(start, "a number is cut off");
        return 0;
      }
      byte piece = payload.get(start + i);
      if (i == PayloadBuffer.LONGEST_VARINT - 1 && (piece & 0xfe) != 0) {
        break;
      }
      word |= (long) (piece & 0x7f) << (7 * i);
      if (piece >= 0) {
        payload.position(start + i + 1);
        return word;
      }
    }
    refuse(start, "a number does not fit 64 bits");
    return 0;
  }

  private boolean isBeyondBound(long id, int at) {
    if (Long.compareUnsigned(id, highestId) <= 0) {
      return false;
    }
    refuseBeyondBound(at, 0, id);
    return true;
  }

  private void refuseBeyondBound(int at, long base, long difference) {
    refusedAt = at;
    refusedCode = FAILURE_CODE_VERTEX_ID_BEYOND_BOUND;
    refusedMessage =
        "vertex id "
            + Counts.toDecimal(
                Counts.of(
                    Counts.toBigInteger(Counts.ofUnsigned(base))
                        .add(Counts.toBigInteger(Counts.ofUnsigned(difference)))))
            + " is above the highest allowed, "
            + Long.toUnsignedString(highestId);
  }

  private void refuse(int at, String message) {
    refusedAt = at;
    refusedCode = FAILURE_CODE_SNAPSHOT_ENCODING_INVALID;
    refusedMessage = message;
  }
}
