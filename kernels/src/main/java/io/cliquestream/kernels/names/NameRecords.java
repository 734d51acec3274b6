package io.cliquestream.kernels.names;

import io.cliquestream.kernels.memory.LargeArena;
import io.cliquestream.kernels.memory.LargePages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The names of a {@link NameDictionary}, off the heap, each by its place. A record is the name's
 * number (4 bytes), its length (2), its UTF-8 bytes, and up to 3 bytes to the next multiple of 4.
 * Records follow one another in chunks of 16 MiB, none of them across a chunk's end.
 */
final class NameRecords implements AutoCloseable {
  /** Places are multiples of 1 shifted by so much. */
  static final int UNIT_SHIFT = 2;

  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int NUMBER_BYTES = Integer.BYTES;
  private static final int HEADER_BYTES = NUMBER_BYTES + Short.BYTES;
  private static final int CHUNK_SHIFT = 24;
  private static final int CHUNK_BYTES = 1 << CHUNK_SHIFT;
  private static final int FIRST_CHUNK_BYTES = 1 << 18;

  /** Bytes of a name whose end may be looked at from any record without leaving its chunk. */
  private static final int NEAR_BYTES = 56;

  /** Bytes at a chunk's end where no record lies, for looks at what lies behind one. */
  private static final int RESERVED_BYTES = Math.max(NEAR_BYTES, NameBytes.SLACK);

  /** What is larger lies in large pages. */
  private static final long LARGE_BYTES = 1 << 23;

  /**
   * All memory of the process. A name that is looked for is one of many that are read ahead, and
   * how many the processor reads at a time is as many as its next few hundred instructions ask for:
   * here an access is three, in a chunk's segment it is some twenty. For whoever adds names alone,
   * who is not there any more when they are freed.
   */
  @SuppressWarnings("restricted") // at addresses of records and slots alone, until they are freed
  static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private final Arena arena = LargeArena.shared();
  private final LongConsumer requireMore;
  private MemorySegment[] chunks = {};

  /** Where each chunk begins and where its last byte is. */
  private long[] addresses = {};

  private long[] lastAddresses = {};
  private int lastChunkUsed;
  private long bytes;

  /**
   * No record.
   *
   * @param requireMore asked before so many bytes more are taken; fails where they may not be
   */
  NameRecords(LongConsumer requireMore) {
    this.requireMore = requireMore;
  }

  /** Most bytes that so many records take. */
  static long bytesFor(long names, long nameBytes) {
    // Each record is padded, and the longest one may leave a chunk's end empty.
    long padding = HEADER_BYTES + (1 << UNIT_SHIFT) - 1;
    long records = names * padding + nameBytes;
    long unused = RESERVED_BYTES + padding + NameDictionary.MAXIMUM_NAME_BYTES;
    long chunks =
        records <= FIRST_CHUNK_BYTES - unused ? 0 : Math.ceilDiv(records, CHUNK_BYTES - unused);
    return FIRST_CHUNK_BYTES + chunks * CHUNK_BYTES;
  }

  /** Bytes held. */
  long bytes() {
    return bytes;
  }

  /** Adds a record; gives its place. */
  long add(int number, byte[] text, int from, int length) {
    long place = room(HEADER_BYTES + length);
    MemorySegment chunk = chunk(place);
    long at = at(place);
    chunk.set(ValueLayout.JAVA_INT_UNALIGNED, at, number);
    chunk.set(ValueLayout.JAVA_SHORT_UNALIGNED, at + NUMBER_BYTES, (short) length);
    write(chunk, at + HEADER_BYTES, text, from, length);
    return place;
  }

  /** Writes a name and zeros up to the next word, for which a chunk's end has room. */
  private static void write(MemorySegment chunk, long name, byte[] text, int from, int length) {
    int at = 0;
    for (; length - at > Long.BYTES; at += Long.BYTES) {
      chunk.set(WORD, name + at, NameBytes.word(text, from + at));
    }
    chunk.set(WORD, name + at, NameBytes.first(NameBytes.word(text, from + at), length - at));
  }

  private long room(int wanted) {
    int padded = (int) padded(wanted);
    int last = chunks.length - 1;
    if (last < 0 || lastChunkUsed + padded > chunks[last].byteSize() - RESERVED_BYTES) {
      if (last == 0 && chunks[0].byteSize() < CHUNK_BYTES) {
        // The small one stays with the arena.
        MemorySegment larger = take(CHUNK_BYTES);
        MemorySegment.copy(chunks[0], 0, larger, 0, lastChunkUsed);
        chunks[0] = larger;
        locate(0);
        return room(wanted);
      }
      int size = last < 0 && padded < FIRST_CHUNK_BYTES / 2 ? FIRST_CHUNK_BYTES : CHUNK_BYTES;
      MemorySegment next = take(size);
      chunks = Arrays.copyOf(chunks, chunks.length + 1);
      chunks[++last] = next;
      addresses = Arrays.copyOf(addresses, chunks.length);
      lastAddresses = Arrays.copyOf(lastAddresses, chunks.length);
      locate(last);
      lastChunkUsed = 0;
    }
    long place = ((long) last << CHUNK_SHIFT) + lastChunkUsed;
    lastChunkUsed += padded;
    return place;
  }

  private void locate(int chunk) {
    addresses[chunk] = chunks[chunk].address();
    lastAddresses[chunk] = addresses[chunk] + chunks[chunk].byteSize() - 1;
  }

  private MemorySegment take(int size) {
    requireMore.accept(size);
    bytes += size;
    return allocate(arena, size);
  }

  /** Zeroed memory, of large pages where it is large. */
  static MemorySegment allocate(Arena arena, long bytes) {
    return bytes < LARGE_BYTES
        ? arena.allocate(bytes, 64)
        : LargePages.advise(arena.allocate(bytes, LargePages.BYTES));
  }

  private MemorySegment chunk(long place) {
    return chunks[(int) (place >>> CHUNK_SHIFT)];
  }

  private static long at(long place) {
    return place & (CHUNK_BYTES - 1);
  }

  private static long padded(int length) {
    return (length + (1L << UNIT_SHIFT) - 1) & -(1L << UNIT_SHIFT);
  }

  /** The number of the name at a place. */
  long number(long place) {
    return Integer.toUnsignedLong(chunk(place).get(ValueLayout.JAVA_INT_UNALIGNED, at(place)));
  }

  /** Where in memory the record at a place begins; good until records are freed. */
  long address(long place) {
    return addresses[(int) (place >>> CHUNK_SHIFT)] + at(place);
  }

  /**
   * Where the last byte of a name of some length is in the record at a place, or a byte before it.
   *
   * @param record the place's {@link #address}
   */
  long lastAddress(long place, long record, int length) {
    long last = record + HEADER_BYTES - 1 + length;
    return length <= NEAR_BYTES
        ? last
        : Math.min(last, lastAddresses[(int) (place >>> CHUNK_SHIFT)]);
  }

  /**
   * Reads both ends of records, which may lie in two cache lines, in a loop that does nothing else:
   * how many the processor waits for at a time is as many as its next few hundred instructions ask
   * for.
   *
   * @param records addresses
   * @param last of {@link #lastAddress}; their numbers and, above 32 bits, something, replace them
   */
  static void touch(long[] records, long[] last, int count) {
    for (int i = 0; i < count; i++) {
      long number = Integer.toUnsignedLong(MEMORY.get(ValueLayout.JAVA_INT_UNALIGNED, records[i]));
      last[i] = (long) MEMORY.get(ValueLayout.JAVA_BYTE, last[i]) << Integer.SIZE | number;
    }
  }

  /** {@link #isAt} at an address, for whoever adds names; not while records are freed. */
  static boolean isAtAddress(long record, byte[] text, int from, int to) {
    return isAt(MEMORY, record, text, from, to);
  }

  /** Whether the name at a place is the bytes [from, to). */
  boolean isAt(long place, byte[] text, int from, int to) {
    return isAt(chunk(place), at(place), text, from, to);
  }

  private static boolean isAt(MemorySegment memory, long record, byte[] text, int from, int to) {
    int length = to - from;
    if (length(memory, record) != length) {
      return false;
    }
    long name = record + HEADER_BYTES;
    long differing = memory.get(WORD, name) ^ NameBytes.word(text, from);
    if (length < Long.BYTES) {
      // Behind a record's name are zeros or another record; a chunk ends in room for them.
      return NameBytes.first(differing, length) == 0;
    }
    // The last eight bytes, some of them once more: behind them may begin a cache line that nobody
    // has read ahead.
    long last =
        memory.get(WORD, name + length - Long.BYTES) ^ NameBytes.word(text, to - Long.BYTES);
    if ((differing | last) != 0) {
      return false;
    }
    for (int at = Long.BYTES; at < length - Long.BYTES; at += Long.BYTES) {
      if (memory.get(WORD, name + at) != NameBytes.word(text, from + at)) {
        return false;
      }
    }
    return true;
  }

  private static int length(MemorySegment chunk, long record) {
    return chunk.get(ValueLayout.JAVA_SHORT_UNALIGNED, record + NUMBER_BYTES) & 0xFFFF;
  }

  /** {@link NameBytes#hash} of the name at a place. */
  long hash(long place, long key) {
    MemorySegment chunk = chunk(place);
    int length = length(chunk, at(place));
    long name = at(place) + HEADER_BYTES;
    long hash = key;
    int at = 0;
    for (; length - at >= Long.BYTES; at += Long.BYTES) {
      hash = NameBytes.folded(hash ^ chunk.get(WORD, name + at));
    }
    if (at < length) {
      hash = NameBytes.folded(hash ^ NameBytes.first(chunk.get(WORD, name + at), length - at));
    }
    return NameBytes.folded(hash ^ length);
  }

  /** The place behind a record. */
  long behind(long place) {
    return place + padded(HEADER_BYTES + length(chunk(place), at(place)));
  }

  /** The place given, or the next chunk's start when the record of this number is not there. */
  long at(int number, long place) {
    int chunk = (int) (place >>> CHUNK_SHIFT);
    long at = at(place);
    // Behind a chunk's last record there are zeros: number 0 with no length.
    boolean here =
        at + HEADER_BYTES <= chunks[chunk].byteSize()
            && length(chunks[chunk], at) != 0
            && chunks[chunk].get(ValueLayout.JAVA_INT_UNALIGNED, at) == number;
    return here ? place : (long) (chunk + 1) << CHUNK_SHIFT;
  }

  /** The bytes of the name at a place, a copy. */
  byte[] name(long place) {
    MemorySegment chunk = chunk(place);
    return chunk
        .asSlice(at(place) + HEADER_BYTES, length(chunk, at(place)))
        .toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public void close() {
    // Whoever asks now fails at an array, not at memory that is others' already.
    addresses = new long[0];
    arena.close();
  }
}
