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
 * <p>Bytes are copied window by window into arrays, and pairs handed out batch by batch: a virtual
 * machine that has just started interprets an access to a buffer many times slower than one to an
 * array.
 *
 * <p>One decoder serves one snapshot or delta; it is not safe for use by two threads at once.
 */
public final class PayloadDecoder {
  private static final int NOTHING_REFUSED = -1;

  /** Ids that are handed out at a time, at most; even. */
  private static final int BATCH_IDS = 1 << 10;

  private static final int WINDOW_BYTES = 1 << 12;

  private final EdgeEncoding encoding;
  private final int idWidth;
  private final long highestId;
  private ByteBuffer payload = ByteBuffer.allocate(0);

  // There only while a payload is decoded: a snapshot that was announced and has no bytes holds
  // none.
  private byte[] window = {};
  private long[] batch = {};
  private int batched;
  private PairBatchConsumer consumer = (ids, count) -> {};

  /** Where the next varint begins, and where the window ends, in the window; rows alone. */
  private int at;

  private int windowEnd;

  /** Bytes of the payload before the window. */
  private int windowStart;

  private long edgeCount;
  private int refusedAt;
  private FailureCode refusedCode = FAILURE_CODE_SNAPSHOT_ENCODING_INVALID;
  private String refusedMessage = "";

  /**
   * A decoder for payloads of one snapshot or delta. Not safe for use by two threads at once.
   *
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

  /**
   * Decodes what lies between the buffer's position and limit; moves neither.
   *
   * @param uncompressed payload of a chunk, without a checksum
   * @param edges takes every pair, on the calling thread
   * @return how many pairs there were, or where and how the payload breaks the contract
   */
  public PayloadOutcome decode(ByteBuffer uncompressed, EdgeConsumer edges) {
    return decodeBatches(
        uncompressed,
        (ids, count) -> {
          for (int i = 0; i < count; i += 2) {
            edges.accept(ids[i], ids[i + 1]);
          }
        });
  }

  /**
   * The same, many pairs at a time, ids of four bytes as they are; what comes before a place that
   * is refused is handed out, too.
   *
   * @param uncompressed payload of a chunk, without a checksum
   * @param pairs takes pairs, on the calling thread
   * @return how many pairs there were, or where and how the payload breaks the contract
   */
  public PayloadOutcome decodeBatches(ByteBuffer uncompressed, PairBatchConsumer pairs) {
    payload = uncompressed.slice().order(ByteOrder.LITTLE_ENDIAN);
    consumer = pairs;
    batched = 0;
    edgeCount = 0;
    refusedAt = NOTHING_REFUSED;
    batch = new long[BATCH_IDS];
    try {
      if (encoding == EdgeEncoding.EDGE_ENCODING_PAIRS) {
        decodePairs();
      } else {
        window = new byte[Math.min(WINDOW_BYTES, payload.limit())];
        decodeRows();
      }
      handOut();
    } finally {
      batch = new long[0];
      window = new byte[0];
    }
    return refusedAt == NOTHING_REFUSED
        ? new PayloadOutcome.Decoded(edgeCount)
        : new PayloadOutcome.Refused(refusedCode, refusedAt, refusedMessage);
  }

  private void handOut() {
    if (batched > 0) {
      int count = batched;
      batched = 0;
      edgeCount += count / 2;
      consumer.accept(batch, count);
    }
  }

  private void decodePairs() {
    int pairBytes = 2 * idWidth;
    int end = payload.limit() - payload.limit() % pairBytes;
    int[] narrow = new int[idWidth == 4 ? BATCH_IDS : 0];
    for (int start = 0; start < end; start += BATCH_IDS * idWidth) {
      int count = Math.min(BATCH_IDS, (end - start) / idWidth);
      payload.position(start);
      int wrong;
      if (idWidth == 4) {
        payload.asIntBuffer().get(narrow, 0, count);
        wrong = firstBeyondBound(narrow, count);
        if (wrong < count) {
          refuseBeyondBound(start + wrong * idWidth, 0, Integer.toUnsignedLong(narrow[wrong]));
        }
        count = wrong & ~1;
        if (count > 0) {
          edgeCount += count / 2;
          consumer.accept(narrow, count);
        }
      } else {
        payload.asLongBuffer().get(batch, 0, count);
        wrong = firstBeyondBound(count);
        if (wrong < count) {
          refuseBeyondBound(start + wrong * idWidth, 0, batch[wrong]);
        }
        batched = wrong & ~1;
        handOut();
      }
      if (refusedAt != NOTHING_REFUSED) {
        return;
      }
    }
    if (end != payload.limit()) {
      refuse(end, "a pair of " + pairBytes + " bytes is cut off");
    }
  }

  private int firstBeyondBound(int count) {
    int i = 0;
    while (i < count && batch[i] + Long.MIN_VALUE <= highestId + Long.MIN_VALUE) {
      i++;
    }
    return i;
  }

  private int firstBeyondBound(int[] ids, int count) {
    int highest = (int) highestId + Integer.MIN_VALUE;
    int largest = Integer.MIN_VALUE;
    // Without a branch for each: the JVM makes a loop over vectors of it.
    for (int i = 0; i < count; i++) {
      largest = Math.max(largest, ids[i] + Integer.MIN_VALUE);
    }
    int i = largest <= highest ? count : 0;
    while (i < count && ids[i] + Integer.MIN_VALUE <= highest) {
      i++;
    }
    return i;
  }

  private void decodeRows() {
    at = 0;
    windowEnd = 0;
    windowStart = 0;
    while (position() < payload.limit()) {
      int start = position();
      long from = varint();
      if (refusedAt != NOTHING_REFUSED || isBeyondBound(from, start)) {
        return;
      }
      start = position();
      long count = varint();
      if (refusedAt != NOTHING_REFUSED) {
        return;
      }
      int left = payload.limit() - position();
      // Each target takes a byte or more: a count that lies ends here, before any work is done.
      if (count == 0 || Long.compareUnsigned(count, left) > 0) {
        refuse(
            start,
            "a run announces "
                + Long.toUnsignedString(count)
                + " targets where "
                + left
                + " bytes are left");
        return;
      }
      if (!decodeTargets(from, count)) {
        return;
      }
    }
  }

  private boolean decodeTargets(long from, long count) {
    long target = 0;
    for (long i = 0; i < count; i++) {
      int start = position();
      long difference = varint();
      if (refusedAt != NOTHING_REFUSED) {
        return false;
      }
      // Compared before adding, so that a sum that wraps around is caught too.
      if (difference + Long.MIN_VALUE > highestId - target + Long.MIN_VALUE) {
        refuseBeyondBound(start, target, difference);
        return false;
      }
      target += difference;
      if (batched == BATCH_IDS) {
        handOut();
      }
      batch[batched++] = from;
      batch[batched++] = target;
    }
    return true;
  }

  /** Of the next byte, in the payload. */
  private int position() {
    return windowStart + at;
  }

  /** The next varint; 0 with {@link #refusedAt} set when it is cut off or beyond 64 bits. */
  private long varint() {
    if (windowEnd - at < PayloadBuffer.LONGEST_VARINT
        && windowStart + windowEnd < payload.limit()) {
      windowStart += at;
      at = 0;
      windowEnd = Math.min(window.length, payload.limit() - windowStart);
      payload.get(windowStart, window, 0, windowEnd);
    }
    long word = 0;
    for (int i = 0; i < PayloadBuffer.LONGEST_VARINT; i++) {
      if (at + i >= windowEnd) {
        refuse(position(), "a number is cut off");
        return 0;
      }
      byte piece = window[at + i];
      if (i == PayloadBuffer.LONGEST_VARINT - 1 && (piece & 0xfe) != 0) {
        break;
      }
      word |= (long) (piece & 0x7f) << (7 * i);
      if (piece >= 0) {
        at += i + 1;
        return word;
      }
    }
    refuse(position(), "a number does not fit 64 bits");
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
