package io.cliquestream.kernels.names;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.memory.LargeArena;
import io.cliquestream.kernels.memory.LargePages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Names numbered from 0 in the order in which they come, off the heap.
 *
 * <p>A name is a record: its number (4 bytes), its length (2), its UTF-8 bytes, and up to 3 bytes
 * to the next multiple of 4. Records follow one another in chunks of 16 MiB, none of them across a
 * chunk's end; the place of every sixteenth is kept, so the way from a number to its name is a
 * look-up and a walk of at most fifteen records.
 *
 * <p>The way from a name to its number is an open-addressing table with linear probing, at most
 * three quarters full. A slot holds the place of a record, in units of 4 bytes, and 24 bits of the
 * hash, so a name that is there costs one slot and one record, and one that is not costs, but for
 * one in 2^24, slots alone. A table that grows is freed first and made anew from the records, which
 * lie one behind the other: there are never two of them.
 *
 * <p>In all 8 + length bytes a name for the record and 10.7 to 21.3 for its slot. The whole is
 * bounded; see {@link #NameDictionary(long)}.
 *
 * <p>One thread at a time may add, with a happens-before relation from one to the next; any number
 * may read while nobody adds.
 */
public final class NameDictionary implements AutoCloseable {
  /** Longest name, in bytes. */
  public static final int MAXIMUM_NAME_BYTES = (1 << 16) - 1;

  /** Most names. */
  public static final long MAXIMUM_NAMES = 1L << 31;

  /** Names that are read ahead at most. */
  public static final int READ_AHEAD = 32;

  private static final int HALF = Character.SURROGATE;
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int NUMBER_BYTES = Integer.BYTES;
  private static final int HEADER_BYTES = NUMBER_BYTES + Short.BYTES;
  private static final int CHUNK_SHIFT = 24;
  private static final int CHUNK_BYTES = 1 << CHUNK_SHIFT;
  private static final int FIRST_CHUNK_BYTES = 1 << 18;
  private static final int UNIT_SHIFT = 2;
  private static final int KEPT_SHIFT = 4;
  private static final int TAG_SHIFT = 40;
  private static final long PLACE_MASK = (1L << TAG_SHIFT) - 1;
  private static final long FIRST_SLOTS = 1 << 10;

  /** What is larger lies in large pages. */
  private static final long LARGE_BYTES = 1 << 23;

  private final long maximumBytes;
  private final long key = RandomGenerator.of("L64X128MixRandom").nextLong();
  private final Arena records = LargeArena.shared();
  private final List<Arena> tables = new ArrayList<>();
  private MemorySegment[] chunks = {};
  private int lastChunkUsed;
  private MemorySegment slots;
  private long slotMask;
  private long[] kept = new long[1 << 8];
  private long size;
  private long recordBytes;
  private boolean allNumbers = true;
  private final long[] entries = new long[READ_AHEAD];
  private final long[] slotsAhead = new long[READ_AHEAD];

  /**
   * An empty dictionary.
   *
   * @param maximumBytes most bytes off the heap, beyond which {@link #number} fails
   */
  public NameDictionary(long maximumBytes) {
    this.maximumBytes = maximumBytes;
    makeTable(FIRST_SLOTS);
  }

  /**
   * Most bytes off the heap that a dictionary of so many names takes.
   *
   * @param nameBytes of all names together
   */
  public static long bytesFor(long names, long nameBytes) {
    long slots = FIRST_SLOTS;
    while (4 * names > 3 * slots) {
      slots *= 2;
    }
    // Each record is padded, and the longest one may leave a chunk's end empty.
    long padding = HEADER_BYTES + (1 << UNIT_SHIFT) - 1;
    long records = names * padding + nameBytes;
    long usable = CHUNK_BYTES - NameBytes.SLACK - padding - MAXIMUM_NAME_BYTES;
    long small = FIRST_CHUNK_BYTES - NameBytes.SLACK - padding - MAXIMUM_NAME_BYTES;
    long chunks = records <= small ? 0 : Math.ceilDiv(records, usable);
    return FIRST_CHUNK_BYTES + chunks * CHUNK_BYTES + slots * Long.BYTES;
  }

  /** Number of names. */
  public long size() {
    return size;
  }

  /** Off-heap bytes held. */
  public long bytes() {
    return recordBytes + slots.byteSize();
  }

  /** Whether every name is a number below 2^64 in its one way to be written. */
  public boolean allNumbers() {
    return allNumbers;
  }

  /** The hash that {@link #number(byte[], int, int, long)} wants; any thread may ask. */
  public long hash(byte[] bytes, int from, int to) {
    return NameBytes.hash(bytes, from, to, key);
  }

  /** The number of a name, which is new if it was not there. */
  public long number(String name) {
    if (name.codePoints().anyMatch(character -> Character.getType(character) == HALF)) {
      throw new ComputeException(
          FailureCode.FILE_LINE_INVALID, "a name holds half of a surrogate pair");
    }
    byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = Arrays.copyOf(encoded, encoded.length + NameBytes.SLACK);
    return number(bytes, 0, encoded.length, hash(bytes, 0, encoded.length));
  }

  /**
   * The number of a name, which is new if it was not there.
   *
   * @param bytes go on for {@link NameBytes#SLACK} bytes behind the name
   * @param hash of {@link #hash}
   * @throws ComputeException FILE_LINE_INVALID for a name that is not UTF-8 or too long,
   *     GRAPH_TOO_LARGE beyond the bound
   */
  public long number(byte[] bytes, int from, int to, long hash) {
    return number(bytes, from, to, hash, hash & slotMask);
  }

  private long number(byte[] bytes, int from, int to, long hash, long firstSlot) {
    long slot = slot(bytes, from, to, hash, firstSlot);
    long entry = slots.getAtIndex(ValueLayout.JAVA_LONG, slot);
    return entry == 0 ? add(bytes, from, to, slot, hash >>> TAG_SHIFT) : numberOf(entry);
  }

  /**
   * Numbers names one after the other as {@link #number(byte[], int, int, long)} does, and waits
   * for the memory of many at a time.
   *
   * @param places [from, to) of each name
   * @param hashes of the names, which their numbers replace; after a failure those of some alone
   * @param count how many names
   */
  public void numberAll(byte[] bytes, int[] places, long[] hashes, int count) {
    for (int first = 0; first < count; first += READ_AHEAD) {
      int last = Math.min(count, first + READ_AHEAD);
      readAhead(hashes, first, last);
      long mask = slotMask;
      for (int i = first; i < last; i++) {
        // A table that grew meanwhile has other slots.
        long slot = slotMask == mask ? slotsAhead[i - first] : hashes[i] & slotMask;
        hashes[i] = number(bytes, places[2 * i], places[2 * i + 1], hashes[i], slot);
      }
    }
  }

  /** Finds names in text and hashes them as this dictionary does; one for each thread. */
  public NameScan scan(int delimiter, int quote) {
    return new NameScan(key, delimiter, quote);
  }

  /**
   * Touches what {@link #number(byte[], int, int, long)} will look at for some names, at most
   * {@link #READ_AHEAD}: their first slots in one pass, without a branch that waits for one; then
   * the slot that holds the name, most often of the same cache line; then its record. In a table
   * larger than the processor's caches each costs a wait, and these are waited for together.
   *
   * @param hashes of the names, at [from, to)
   */
  public void readAhead(long[] hashes, int from, int to) {
    touchSlots(hashes, from, to);
    for (int i = from; i < to; i++) {
      long tag = hashes[i] >>> TAG_SHIFT;
      long slot = hashes[i] & slotMask;
      long entry = entries[i - from];
      while (entry != 0 && entry >>> TAG_SHIFT != tag) {
        slot = (slot + 1) & slotMask;
        entry = slots.getAtIndex(ValueLayout.JAVA_LONG, slot);
      }
      entries[i - from] = entry;
      slotsAhead[i - from] = slot;
    }
    for (int i = from; i < to; i++) {
      if (entries[i - from] != 0) {
        // Stored, so that the read is not left out.
        entries[i - from] = numberOf(entries[i - from]);
      }
    }
  }

  private void touchSlots(long[] hashes, int from, int to) {
    for (int i = from; i < to; i++) {
      entries[i - from] = slots.getAtIndex(ValueLayout.JAVA_LONG, hashes[i] & slotMask);
    }
  }

  /**
   * The number of the name that the first bytes of an array are, or -1 when it is not there.
   *
   * @param bytes go on for {@link NameBytes#SLACK} bytes behind the name
   */
  public long find(byte[] bytes, int length) {
    return find(bytes, 0, length);
  }

  /** The same of the bytes at [from, to). */
  public long find(byte[] bytes, int from, int to) {
    long hash = hash(bytes, from, to);
    long slot = slot(bytes, from, to, hash, hash & slotMask);
    long entry = slots.getAtIndex(ValueLayout.JAVA_LONG, slot);
    return entry == 0 ? -1 : numberOf(entry);
  }

  private long numberOf(long entry) {
    long place = ((entry & PLACE_MASK) - 1) << UNIT_SHIFT;
    return Integer.toUnsignedLong(
        chunks[(int) (place >>> CHUNK_SHIFT)].get(
            ValueLayout.JAVA_INT_UNALIGNED, place & (CHUNK_BYTES - 1)));
  }

  /**
   * The slot that holds a name, or the empty one where it belongs.
   *
   * @param first where to look first; the name is in no slot between its hash's and this one
   */
  private long slot(byte[] bytes, int from, int to, long hash, long first) {
    long tag = hash >>> TAG_SHIFT;
    for (long slot = first; ; slot = (slot + 1) & slotMask) {
      long entry = slots.getAtIndex(ValueLayout.JAVA_LONG, slot);
      if (entry == 0) {
        return slot;
      }
      if (entry >>> TAG_SHIFT == tag) {
        long place = ((entry & PLACE_MASK) - 1) << UNIT_SHIFT;
        MemorySegment chunk = chunks[(int) (place >>> CHUNK_SHIFT)];
        long at = place & (CHUNK_BYTES - 1);
        if (isSame(chunk, at, bytes, from, to - from)) {
          return slot;
        }
      }
    }
  }

  private static boolean isSame(
      MemorySegment chunk, long record, byte[] bytes, int from, int length) {
    if ((chunk.get(ValueLayout.JAVA_SHORT_UNALIGNED, record + NUMBER_BYTES) & 0xFFFF) != length) {
      return false;
    }
    long name = record + HEADER_BYTES;
    int at = 0;
    for (; length - at > Long.BYTES; at += Long.BYTES) {
      if (chunk.get(WORD, name + at) != NameBytes.word(bytes, from + at)) {
        return false;
      }
    }
    // The bytes behind a record's name are zero or another record's; a chunk ends in room for them.
    long differing = chunk.get(WORD, name + at) ^ NameBytes.word(bytes, from + at);
    return NameBytes.first(differing, length - at) == 0;
  }

  private long add(byte[] bytes, int from, int to, long slot, long tag) {
    int length = to - from;
    if (length == 0 || length > MAXIMUM_NAME_BYTES) {
      throw new ComputeException(
          FailureCode.FILE_LINE_INVALID,
          length == 0
              ? "a vertex has an empty name"
              : "a name has %d bytes, %d are read".formatted(length, MAXIMUM_NAME_BYTES));
    }
    if (!NameBytes.isUtf8(bytes, from, to)) {
      throw new ComputeException(
          FailureCode.FILE_LINE_INVALID,
          "a name is not UTF-8; convert the file first, as in: iconv -f ISO-8859-1 -t UTF-8 FILE");
    }
    if (size == MAXIMUM_NAMES) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE, "there are more than %d names".formatted(MAXIMUM_NAMES));
    }
    allNumbers = allNumbers && NameBytes.isNumber(bytes, from, to);
    long place = room(HEADER_BYTES + length);
    MemorySegment chunk = chunks[(int) (place >>> CHUNK_SHIFT)];
    long at = place & (CHUNK_BYTES - 1);
    chunk.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) size);
    chunk.set(ValueLayout.JAVA_SHORT_UNALIGNED, at + NUMBER_BYTES, (short) length);
    write(chunk, at + HEADER_BYTES, bytes, from, length);
    slots.setAtIndex(ValueLayout.JAVA_LONG, slot, tag << TAG_SHIFT | ((place >>> UNIT_SHIFT) + 1));
    keep(place);
    long number = size++;
    if (4 * size > 3 * (slotMask + 1)) {
      growTable();
    }
    return number;
  }

  /** Writes a name and zeros up to the next word, for which a chunk's end has room. */
  private static void write(MemorySegment chunk, long name, byte[] bytes, int from, int length) {
    int at = 0;
    for (; length - at > Long.BYTES; at += Long.BYTES) {
      chunk.set(WORD, name + at, NameBytes.word(bytes, from + at));
    }
    chunk.set(WORD, name + at, NameBytes.first(NameBytes.word(bytes, from + at), length - at));
  }

  /** The hash of a record's name. */
  private long hash(MemorySegment chunk, long name, int length) {
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

  private void keep(long place) {
    if ((size & ((1 << KEPT_SHIFT) - 1)) == 0) {
      int index = (int) (size >>> KEPT_SHIFT);
      if (index == kept.length) {
        kept = Arrays.copyOf(kept, 2 * kept.length);
      }
      kept[index] = place;
    }
  }

  /** The place of a new record. */
  private long room(int bytes) {
    int padded = (bytes + (1 << UNIT_SHIFT) - 1) & -(1 << UNIT_SHIFT);
    int last = chunks.length - 1;
    if (last < 0 || lastChunkUsed + padded > chunks[last].byteSize() - NameBytes.SLACK) {
      if (last == 0 && chunks[0].byteSize() < CHUNK_BYTES) {
        // The small one stays with the arena.
        MemorySegment larger = allocate(CHUNK_BYTES);
        MemorySegment.copy(chunks[0], 0, larger, 0, lastChunkUsed);
        chunks[0] = larger;
        return room(bytes);
      }
      int size = last < 0 && padded < FIRST_CHUNK_BYTES / 2 ? FIRST_CHUNK_BYTES : CHUNK_BYTES;
      MemorySegment next = allocate(size);
      chunks = Arrays.copyOf(chunks, chunks.length + 1);
      chunks[++last] = next;
      lastChunkUsed = 0;
    }
    long place = ((long) last << CHUNK_SHIFT) + lastChunkUsed;
    lastChunkUsed += padded;
    return place;
  }

  private MemorySegment allocate(int bytes) {
    requireRoom(bytes() + bytes);
    recordBytes += bytes;
    return allocate(records, bytes);
  }

  /** Zeroed memory, of large pages where it is large. */
  private static MemorySegment allocate(Arena arena, long bytes) {
    return bytes < LARGE_BYTES
        ? arena.allocate(bytes, 64)
        : LargePages.advise(arena.allocate(bytes, LargePages.BYTES));
  }

  private void requireRoom(long bytes) {
    if (bytes > maximumBytes) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "the names of %d vertices take more than the %d bytes that they may;"
                  .formatted(size, maximumBytes)
              + " --name-memory raises the bound");
    }
  }

  private void makeTable(long count) {
    Arena arena = LargeArena.shared();
    tables.add(arena);
    slots = allocate(arena, count * Long.BYTES);
    slotMask = count - 1;
  }

  private void growTable() {
    long count = 2 * (slotMask + 1);
    requireRoom(recordBytes + count * Long.BYTES);
    tables.removeLast().close();
    makeTable(count);
    long[] hashes = new long[READ_AHEAD];
    long[] places = new long[READ_AHEAD];
    long place = 0;
    for (long first = 0; first < size; first += READ_AHEAD) {
      int batch = (int) Math.min(READ_AHEAD, size - first);
      for (int i = 0; i < batch; i++) {
        place = placeOf(first + i, place);
        MemorySegment chunk = chunks[(int) (place >>> CHUNK_SHIFT)];
        long at = place & (CHUNK_BYTES - 1);
        int length = length(chunk, at);
        hashes[i] = hash(chunk, at + HEADER_BYTES, length);
        places[i] = place;
        place += padded(length);
      }
      // Slots are waited for together, as in readAhead.
      touchSlots(hashes, 0, batch);
      for (int i = 0; i < batch; i++) {
        long slot = hashes[i] & slotMask;
        while (slots.getAtIndex(ValueLayout.JAVA_LONG, slot) != 0) {
          slot = (slot + 1) & slotMask;
        }
        slots.setAtIndex(
            ValueLayout.JAVA_LONG,
            slot,
            hashes[i] >>> TAG_SHIFT << TAG_SHIFT | ((places[i] >>> UNIT_SHIFT) + 1));
      }
    }
  }

  /** Where a record lies, given where the one before it ends; the next chunk has its own start. */
  private long placeOf(long number, long afterLast) {
    return (number & ((1 << KEPT_SHIFT) - 1)) == 0
        ? kept[(int) (number >>> KEPT_SHIFT)]
        : atRecord(number, afterLast);
  }

  /** The place given, or the next chunk's start when the record of this number is not there. */
  private long atRecord(long number, long place) {
    int chunk = (int) (place >>> CHUNK_SHIFT);
    long at = place & (CHUNK_BYTES - 1);
    // Behind a chunk's last record there are zeros: number 0 with no length.
    boolean here =
        at + HEADER_BYTES <= chunks[chunk].byteSize()
            && length(chunks[chunk], at) != 0
            && chunks[chunk].get(ValueLayout.JAVA_INT_UNALIGNED, at) == (int) number;
    return here ? place : (long) (chunk + 1) << CHUNK_SHIFT;
  }

  private static int length(MemorySegment chunk, long record) {
    return chunk.get(ValueLayout.JAVA_SHORT_UNALIGNED, record + NUMBER_BYTES) & 0xFFFF;
  }

  private static long padded(int length) {
    return (HEADER_BYTES + length + (1L << UNIT_SHIFT) - 1) & -(1L << UNIT_SHIFT);
  }

  /**
   * The name of a number.
   *
   * @throws IndexOutOfBoundsException when there is none
   */
  public String name(long number) {
    return new String(nameBytes(number), StandardCharsets.UTF_8);
  }

  /** The UTF-8 bytes of a number's name, a copy. */
  public byte[] nameBytes(long number) {
    if (number < 0 || number >= size) {
      throw new IndexOutOfBoundsException(
          "no name of number " + Long.toUnsignedString(number) + " among " + size);
    }
    long place = kept[(int) (number >>> KEPT_SHIFT)];
    for (long before = number & -(1L << KEPT_SHIFT); before < number; before++) {
      MemorySegment chunk = chunks[(int) (place >>> CHUNK_SHIFT)];
      int length = length(chunk, place & (CHUNK_BYTES - 1));
      place = atRecord(before + 1, place + padded(length));
    }
    MemorySegment chunk = chunks[(int) (place >>> CHUNK_SHIFT)];
    long at = place & (CHUNK_BYTES - 1);
    return chunk.asSlice(at + HEADER_BYTES, length(chunk, at)).toArray(ValueLayout.JAVA_BYTE);
  }

  /** Frees the memory; nothing may be asked any more. */
  @Override
  public void close() {
    tables.forEach(Arena::close);
    records.close();
  }
}
