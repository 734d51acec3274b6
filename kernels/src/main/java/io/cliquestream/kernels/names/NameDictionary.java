package io.cliquestream.kernels.names;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Names numbered from 0 in the order in which they come, off the heap.
 *
 * <p>A name is a record ({@link NameRecords}); the place of every sixteenth is kept, so the way
 * from a number to its name is a look-up and a walk of at most fifteen records.
 *
 * <p>The way from a name to its number is an open-addressing table, at most three quarters full,
 * whose slots are looked at by cache lines: those of the first line in a circle, then those of the
 * next. A slot holds the place of a record, in units of 4 bytes, and 24 bits of the hash, so a name
 * that is there costs one slot and one record, and one that is not costs, but for one in 2^24,
 * slots alone. A table that grows is freed first and made anew from the records, which lie one
 * behind the other: there are never two of them.
 *
 * <p>In all 8 + length bytes a name for the record and 10.7 to 21.3 for its slot, unless more names
 * were expected ({@link #expect}). The whole is bounded; see {@link #NameDictionary(long)}.
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
  public static final int READ_AHEAD = 128;

  private static final int HALF = Character.SURROGATE;
  private static final int KEPT_SHIFT = 4;
  private static final int TAG_SHIFT = 40;
  private static final int SLOT_SHIFT = 3;
  private static final long LINE_SLOTS = 8;
  private static final long NUMBER_MASK = (1L << Integer.SIZE) - 1;
  private static final long PLACE_MASK = (1L << TAG_SHIFT) - 1;
  private static final long FIRST_SLOTS = 1 << 10;
  private static final long MOST_EXPECTED_SLOTS = 1 << 24;

  private final long maximumBytes;
  private final long key = RandomGenerator.of("L64X128MixRandom").nextLong();
  private final NameRecords records = new NameRecords(this::requireMore);
  private final List<Arena> tables = new ArrayList<>();
  private MemorySegment slots;
  private long slotMask;

  /** Where the slots are in memory, for whoever adds names; 0 when they are freed. */
  private long slotsAddress;

  private long[] kept = new long[1 << 8];
  private long size;
  private boolean allNumbers = true;
  private final long[] entries = new long[READ_AHEAD];
  private final long[] slotsAhead = new long[READ_AHEAD];
  private final long[] recordsAhead = new long[READ_AHEAD];
  private final long[] lastAhead = new long[READ_AHEAD];

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
   * @param names how many they are
   * @return an upper bound, whatever the lengths are that make up {@code nameBytes}
   */
  public static long bytesFor(long names, long nameBytes) {
    long slots = FIRST_SLOTS;
    while (4 * names > 3 * slots) {
      slots *= 2;
    }
    return NameRecords.bytesFor(names, nameBytes) + slots * Long.BYTES;
  }

  /** {@return number of names} */
  public long size() {
    return size;
  }

  /** {@return off-heap bytes held} */
  public long bytes() {
    return records.bytes() + slots.byteSize();
  }

  /** {@return whether every name is a number below 2^64 in its one way to be written} */
  public boolean allNumbers() {
    return allNumbers;
  }

  /**
   * {@return the hash that {@link #number(byte[], int, int, long)} wants; any thread may ask}
   *
   * @param bytes go on for {@link NameBytes#SLACK} bytes behind the name
   * @param from index of the first byte
   * @param to index behind the last one
   */
  public long hash(byte[] bytes, int from, int to) {
    return NameBytes.hash(bytes, from, to, key);
  }

  /**
   * {@return the number of a name, which is new if it was not there}
   *
   * @param name 1 to {@link #MAXIMUM_NAME_BYTES} bytes as UTF-8
   * @throws ComputeException FILE_LINE_INVALID for half of a surrogate pair, or a name that is
   *     empty or too long; GRAPH_TOO_LARGE beyond the bound
   */
  public long number(String name) {
    if (name.codePoints().anyMatch(character -> Character.getType(character) == HALF)) {
      throw new ComputeException(
          FailureCode.FILE_LINE_INVALID, "a name holds half of a surrogate pair");
    }
    return number(name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * {@return the number of the name that a whole array is, which is new if it was not there}
   *
   * @param name 1 to {@link #MAXIMUM_NAME_BYTES} bytes of UTF-8
   */
  public long number(byte[] name) {
    byte[] bytes = NameBytes.withSlack(name);
    return number(bytes, 0, name.length, hash(bytes, 0, name.length));
  }

  /**
   * The number of a name, which is new if it was not there.
   *
   * @param bytes go on for {@link NameBytes#SLACK} bytes behind the name
   * @param hash of {@link #hash}
   * @param from index of the first byte
   * @param to index behind the last one
   * @return 0 … {@link #size} - 1
   * @throws ComputeException FILE_LINE_INVALID for a name that is not UTF-8 or too long,
   *     GRAPH_TOO_LARGE beyond the bound
   */
  public long number(byte[] bytes, int from, int to, long hash) {
    return number(bytes, from, to, hash, hash & slotMask);
  }

  private long number(byte[] bytes, int from, int to, long hash, long firstSlot) {
    long slot = slot(bytes, from, to, hash, firstSlot);
    long entry = slots.getAtIndex(ValueLayout.JAVA_LONG, slot);
    return entry == 0
        ? add(bytes, from, to, slot, hash >>> TAG_SHIFT)
        : records.number(place(entry));
  }

  /**
   * Numbers names one after the other as {@link #number(byte[], int, int, long)} does, and waits
   * for the memory of many at a time.
   *
   * @param places [from, to) of each name
   * @param hashes of the names, which their numbers replace; after a failure those of some alone
   * @param count how many names
   * @param bytes go on for {@link NameBytes#SLACK} bytes behind each name
   * @throws ComputeException as {@link #number(byte[], int, int, long)} does
   */
  public void numberAll(byte[] bytes, int[] places, long[] hashes, int count) {
    for (int first = 0; first < count; first += READ_AHEAD) {
      numberSome(bytes, places, hashes, first, Math.min(count, first + READ_AHEAD));
    }
  }

  /** A method of its own, so that it is compiled after some calls and not in the midst of one. */
  private void numberSome(byte[] bytes, int[] places, long[] hashes, int first, int last) {
    readAhead(hashes, first, last, places);
    long mask = slotMask;
    for (int i = first; i < last; i++) {
      int from = places[2 * i];
      int to = places[2 * i + 1];
      long record = recordsAhead[i - first];
      if (entries[i - first] != 0 && NameRecords.isAtAddress(record, bytes, from, to)) {
        hashes[i] = lastAhead[i - first] & NUMBER_MASK;
      } else {
        // A table that grew meanwhile has other slots.
        long slot = slotMask == mask ? slotsAhead[i - first] : hashes[i] & slotMask;
        hashes[i] = number(bytes, from, to, hashes[i], slot);
      }
    }
  }

  /**
   * Finds names in text and hashes them as this dictionary does; one for each thread.
   *
   * @param delimiter an ASCII character
   * @param quote another, or 0 for none
   * @return not safe for use by several threads
   * @throws IllegalArgumentException when one of them is no ASCII character
   */
  public NameScan scan(int delimiter, int quote) {
    if (delimiter < 0 || quote < 0 || (delimiter | quote) > Byte.MAX_VALUE) {
      throw new IllegalArgumentException("delimiter and quote are no ASCII characters");
    }
    return new NameScan(key, delimiter, quote);
  }

  /**
   * Touches what {@link #number(byte[], int, int, long)} will look at for some names, at most
   * {@link #READ_AHEAD}: their first slots in one pass, without a branch that waits for one; then
   * the slot that holds the name, most often of the same cache line; then its record. In a table
   * larger than the processor's caches each costs a wait, and these are waited for together.
   *
   * @param hashes of the names, at [from, to)
   * @param from index of the first hash
   * @param to index behind the last one, {@link #READ_AHEAD} further at most
   * @throws IllegalStateException when the dictionary was closed
   */
  public void readAhead(long[] hashes, int from, int to) {
    readAhead(hashes, from, to, null);
  }

  /**
   * The same, and the ends of records, which may lie in the next cache line.
   *
   * @param places [from, to) of each name, or null
   */
  private void readAhead(long[] hashes, int from, int to, int[] places) {
    if (slotsAddress == 0) {
      throw new IllegalStateException("the names are freed already");
    }
    touchSlots(hashes, from, to);
    for (int i = from; i < to; i++) {
      long tag = hashes[i] >>> TAG_SHIFT;
      long home = hashes[i] & slotMask;
      long slot = home;
      long entry = entries[i - from];
      while (entry != 0 && entry >>> TAG_SHIFT != tag) {
        slot = behind(slot, home);
        entry = slotAt(slot);
      }
      entries[i - from] = entry;
      slotsAhead[i - from] = slot;
      if (size > 0) {
        // Without a branch that would wait: where there is no entry, the first record.
        long place = Math.max(place(entry), 0);
        long record = records.address(place);
        int length = places == null ? 1 : places[2 * i + 1] - places[2 * i];
        recordsAhead[i - from] = record;
        lastAhead[i - from] = records.lastAddress(place, record, length);
      }
    }
    if (size > 0) {
      NameRecords.touch(recordsAhead, lastAhead, to - from);
    }
  }

  private void touchSlots(long[] hashes, int from, int to) {
    for (int i = from; i < to; i++) {
      entries[i - from] = slotAt(hashes[i] & slotMask);
    }
  }

  /** A slot as {@link NameRecords#MEMORY} reads it. */
  private long slotAt(long slot) {
    return NameRecords.MEMORY.get(
        ValueLayout.JAVA_LONG_UNALIGNED, slotsAddress + (slot << SLOT_SHIFT));
  }

  /**
   * {@return the number of the name that all bytes of an array are, or -1 when it is not there}
   *
   * @param name of any length
   */
  public long find(byte[] name) {
    return find(NameBytes.withSlack(name), 0, name.length);
  }

  /**
   * {@return the number of a name, or -1 when it is not there}
   *
   * @param bytes go on for {@link NameBytes#SLACK} bytes behind the name
   * @param from index of the first byte
   * @param to index behind the last one
   */
  public long find(byte[] bytes, int from, int to) {
    long hash = hash(bytes, from, to);
    long slot = slot(bytes, from, to, hash, hash & slotMask);
    long entry = slots.getAtIndex(ValueLayout.JAVA_LONG, slot);
    return entry == 0 ? -1 : records.number(place(entry));
  }

  /**
   * The slot that holds a name, or the empty one where it belongs.
   *
   * @param first where to look first; the name is in no slot between its hash's and this one
   */
  private long slot(byte[] bytes, int from, int to, long hash, long first) {
    long tag = hash >>> TAG_SHIFT;
    long home = hash & slotMask;
    for (long slot = first; ; slot = behind(slot, home)) {
      long entry = slots.getAtIndex(ValueLayout.JAVA_LONG, slot);
      if (entry == 0) {
        return slot;
      }
      if (entry >>> TAG_SHIFT == tag && records.isAt(place(entry), bytes, from, to)) {
        return slot;
      }
    }
  }

  /**
   * The slot to look at behind one: the others of its cache line, which is there already, then
   * those of the next line.
   *
   * @param home where the name's hash says to look first
   */
  private long behind(long slot, long home) {
    long next = (slot & -LINE_SLOTS) | ((slot + 1) & (LINE_SLOTS - 1));
    boolean round = ((next ^ home) & (LINE_SLOTS - 1)) == 0;
    return round ? (next + LINE_SLOTS) & slotMask : next;
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
    long place = records.add((int) size, bytes, from, length);
    slots.setAtIndex(ValueLayout.JAVA_LONG, slot, entry(tag, place));
    keep(place);
    long number = size++;
    if (4 * size > 3 * (slotMask + 1)) {
      growTable();
    }
    return number;
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

  /** The entry of a record: never 0. */
  private static long entry(long tag, long place) {
    return tag << TAG_SHIFT | ((place >>> NameRecords.UNIT_SHIFT) + 1);
  }

  /** The place of an entry's record; below 0 without an entry. */
  private static long place(long entry) {
    return ((entry & PLACE_MASK) - 1) << NameRecords.UNIT_SHIFT;
  }

  private void requireMore(long bytes) {
    requireRoom(bytes() + bytes);
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
    slots = NameRecords.allocate(arena, count * Long.BYTES);
    slotMask = count - 1;
    slotsAddress = slots.address();
  }

  /**
   * Makes room in the table for a number of names that is likely to come, so that it need not grow
   * step by step: 128 MiB at most, and a quarter of the bound.
   *
   * @param names how many, those that are there included; an estimate will do
   */
  public void expect(long names) {
    long count = slotMask + 1;
    while (4 * names > 3 * count && count < MOST_EXPECTED_SLOTS) {
      count *= 2;
    }
    if (count > slotMask + 1 && records.bytes() + count * Long.BYTES <= maximumBytes / 4) {
      makeTableAnew(count);
    }
  }

  private void growTable() {
    long count = 2 * (slotMask + 1);
    requireRoom(records.bytes() + count * Long.BYTES);
    makeTableAnew(count);
  }

  private void makeTableAnew(long count) {
    slotsAddress = 0;
    tables.removeLast().close();
    makeTable(count);
    long[] hashes = new long[READ_AHEAD];
    long[] places = new long[READ_AHEAD];
    long place = 0;
    for (long first = 0; first < size; first += READ_AHEAD) {
      int batch = (int) Math.min(READ_AHEAD, size - first);
      for (int i = 0; i < batch; i++) {
        place = placeOf(first + i, place);
        hashes[i] = records.hash(place, key);
        places[i] = place;
        place = records.behind(place);
      }
      // Slots are waited for together, as in readAhead.
      touchSlots(hashes, 0, batch);
      for (int i = 0; i < batch; i++) {
        long home = hashes[i] & slotMask;
        long slot = home;
        while (slots.getAtIndex(ValueLayout.JAVA_LONG, slot) != 0) {
          slot = behind(slot, home);
        }
        slots.setAtIndex(ValueLayout.JAVA_LONG, slot, entry(hashes[i] >>> TAG_SHIFT, places[i]));
      }
    }
  }

  /** Where a record lies, given where the one before it ends; the next chunk has its own start. */
  private long placeOf(long number, long afterLast) {
    return (number & ((1 << KEPT_SHIFT) - 1)) == 0
        ? kept[(int) (number >>> KEPT_SHIFT)]
        : records.at((int) number, afterLast);
  }

  /**
   * {@return the name of a number, at the cost of up to fifteen records on the way}
   *
   * @param number 0 … {@link #size} - 1
   * @throws IndexOutOfBoundsException when there is none
   */
  public String name(long number) {
    return new String(nameBytes(number), StandardCharsets.UTF_8);
  }

  /**
   * {@return the UTF-8 bytes of a number's name, a copy}
   *
   * @param number 0 … {@link #size} - 1
   * @throws IndexOutOfBoundsException when there is none
   */
  public byte[] nameBytes(long number) {
    if (number < 0 || number >= size) {
      throw new IndexOutOfBoundsException(
          "no name of number " + Long.toUnsignedString(number) + " among " + size);
    }
    long place = kept[(int) (number >>> KEPT_SHIFT)];
    for (long before = number & -(1L << KEPT_SHIFT); before < number; before++) {
      place = records.at((int) before + 1, records.behind(place));
    }
    return records.name(place);
  }

  /** Frees the memory; nothing may be asked any more. */
  @Override
  public void close() {
    slotsAddress = 0;
    tables.forEach(Arena::close);
    records.close();
  }
}
