package io.cliquestream.worker.jobs.exchange;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.BitSet;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * What the metadata of a partition's committed offset says of the offsets from it on: below {@code
 * end} everything is finished but {@code open}, from {@code end} on nothing.
 *
 * <p>Two forms, both in URL-safe Base64. {@code "1:"} and a bit for each offset, set where it is
 * finished, least significant first: up to {@value #BITS} offsets, 2,734 characters. {@code "2:"}
 * and variable-length numbers, seven bits a byte, least significant first: the span from the
 * committed offset to {@code end}, then the distance of each open offset to the one before it, of
 * the first to the committed offset. It grows with the open offsets alone, however far they lie
 * apart: up to {@value #APART} of them take less than 3,500 characters. The broker takes 4,096.
 *
 * @param end one above the highest offset that is known of
 * @param open offsets below {@code end} that are not finished
 */
public record OpenOffsets(long end, NavigableSet<Long> open) {
  /** Widest span of the form with bits. */
  static final int BITS = 16_384;

  /** Most open offsets of the form with distances: five bytes each below 2^35. */
  static final int APART = 512;

  /** No distance is wider: 2^35 records of one partition come while one job is computed. */
  static final long WIDEST = 1L << 35;

  private static final String WITH_BITS = "1:";
  private static final String WITH_DISTANCES = "2:";
  private static final int GROUP = 7;
  private static final int MORE = 1 << GROUP;

  private static OpenOffsets nothingKnown(long committed) {
    return new OpenOffsets(committed, new TreeSet<>());
  }

  /** The metadata for a committed offset; empty when there is nothing to say. */
  String encode(long committed) {
    if (end - committed > BITS) {
      return WITH_DISTANCES + base64(distances(committed));
    }
    var finished = new BitSet();
    finished.set(0, Math.toIntExact(end - committed));
    open.forEach(offset -> finished.clear(Math.toIntExact(offset - committed)));
    return finished.isEmpty() ? "" : WITH_BITS + base64(finished.toByteArray());
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private byte[] distances(long committed) {
    var bytes = ByteBuffer.allocate((open.size() + 1) * Long.BYTES * 2);
    put(bytes, end - committed);
    long before = committed;
    for (long offset : open) {
      put(bytes, offset - before);
      before = offset;
    }
    byte[] exact = new byte[bytes.position()];
    bytes.flip().get(exact);
    return exact;
  }

  private static void put(ByteBuffer bytes, long value) {
    long left = value;
    while (left >= MORE) {
      bytes.put((byte) (left % MORE | MORE));
      left >>>= GROUP;
    }
    bytes.put((byte) left);
  }

  private static long get(ByteBuffer bytes) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += GROUP) {
      byte group = bytes.get();
      value |= (long) (group & (MORE - 1)) << shift;
      if (group >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 64 bits");
  }

  /** Metadata that somebody else wrote stands for nothing finished. */
  public static OpenOffsets decode(long committed, String metadata) {
    if (metadata == null || metadata.length() < WITH_BITS.length()) {
      return nothingKnown(committed);
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(metadata.substring(WITH_BITS.length()));
      if (metadata.startsWith(WITH_BITS)) {
        return ofBits(committed, BitSet.valueOf(bytes));
      }
      return metadata.startsWith(WITH_DISTANCES)
          ? ofDistances(committed, ByteBuffer.wrap(bytes))
          : nothingKnown(committed);
    } catch (IllegalArgumentException | BufferUnderflowException foreign) {
      return nothingKnown(committed);
    }
  }

  private static OpenOffsets ofBits(long committed, BitSet finished) {
    var open = new TreeSet<Long>();
    int length = finished.length();
    for (int bit = finished.nextClearBit(0); bit < length; bit = finished.nextClearBit(bit + 1)) {
      open.add(committed + bit);
    }
    return new OpenOffsets(committed + length, open);
  }

  private static OpenOffsets ofDistances(long committed, ByteBuffer bytes) {
    long end = committed + get(bytes);
    var open = new TreeSet<Long>();
    long before = committed;
    while (bytes.hasRemaining()) {
      before += get(bytes);
      if (before < committed || before >= end || !open.add(before)) {
        throw new IllegalArgumentException("no offset below the end");
      }
    }
    return new OpenOffsets(end, open);
  }
}
