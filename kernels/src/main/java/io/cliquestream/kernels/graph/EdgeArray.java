package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * A growable off-heap array of id pairs: an unsorted edge list as it came in, with loops,
 * duplicates and either direction allowed (Polak's edge array). Ids are unsigned 64-bit; a narrow
 * array stores them in 4 bytes each, a wide one in 8.
 *
 * <p>Memory is a list of blocks of 2^20 pairs, all full but the last, so appending copies at most
 * one block and the size is bounded by memory alone. The last block grows as it fills, so small
 * arrays are small. Not safe for use by several threads; fill one per thread and {@link #join}
 * them, which moves full blocks. Any number of threads may read an array that nobody changes.
 */
public final class EdgeArray implements PairSource, AutoCloseable {
  private static final int BLOCK_SHIFT = 20;
  private static final int BLOCK_PAIRS = 1 << BLOCK_SHIFT;
  private static final long BLOCK_MASK = BLOCK_PAIRS - 1;
  private static final int FIRST_PAIRS = 1 << 8;

  /** Ids that are widened or narrowed at a time: copied whole, which costs a cold JVM far less. */
  private static final int PIECE_IDS = 1 << 12;

  /** Whole blocks start at a page, so that each can be locked for a device by itself. */
  private static final long PAGE = 4096;

  private static final ValueLayout.OfInt LITTLE_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LITTLE_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final List<Arena> arenas = new ArrayList<>();
  private final List<MemorySegment> blocks = new ArrayList<>();
  private final boolean wide;
  private MemorySegment last = MemorySegment.NULL;
  private long lastCapacity;
  private long size;
  private long allocated;

  /** Every bit that some id has. */
  private long idBits;

  private EdgeArray(boolean wide) {
    this.wide = wide;
    this.arenas.add(LargeArena.shared());
  }

  /** {@return an empty array of 4-byte ids; adding a larger id fails} */
  public static EdgeArray narrow() {
    return new EdgeArray(false);
  }

  /** {@return an empty array of 8-byte ids} */
  public static EdgeArray wide() {
    return new EdgeArray(true);
  }

  /**
   * Pairs from a list of ids taken two at a time; for tests and small graphs.
   *
   * @param ids {@code from, to, from, to, …}
   * @return an array of 8-byte ids
   */
  public static EdgeArray of(long... ids) {
    EdgeArray edges = wide();
    for (int i = 0; i + 1 < ids.length; i += 2) {
      edges.add(ids[i], ids[i + 1]);
    }
    return edges;
  }

  /** Fills one block of a new array. */
  @FunctionalInterface
  public interface BlockFiller {
    /**
     * Writes every id of a block, in native byte order.
     *
     * @param firstPair index of the block's first pair in the array
     * @param block room for the block's ids, two per pair, in the array's width
     */
    void fill(long firstPair, MemorySegment block);
  }

  /**
   * An array of known size whose blocks are filled in parallel; a failure frees everything.
   *
   * @param wide whether ids take 8 bytes, not 4
   * @param pairs how many
   * @param parallelism threads that fill blocks
   * @param filler safe for use by all of them
   * @return an array that the caller closes
   */
  public static EdgeArray filled(
      boolean wide, long pairs, Parallelism parallelism, BlockFiller filler) {
    EdgeArray edges = new EdgeArray(wide);
    try {
      int count = Math.toIntExact((pairs + BLOCK_PAIRS - 1) >>> BLOCK_SHIFT);
      MemorySegment[] filled = new MemorySegment[count];
      LongAccumulator bits = new LongAccumulator((all, more) -> all | more, 0);
      Arena arena = edges.arenas.getFirst();
      parallelism.forRanges(
          count,
          1,
          (from, to) -> {
            long first = from << BLOCK_SHIFT;
            long room = Math.min(pairs - first, BLOCK_PAIRS);
            MemorySegment block = arena.allocate(room * edges.pairBytes(), PAGE);
            filler.fill(first, block);
            bits.accumulate(EdgeIds.bitsOf(block, wide));
            filled[(int) from] = block;
          });
      edges.idBits = bits.get();
      for (MemorySegment block : filled) {
        edges.take(block, block.byteSize() / edges.pairBytes());
      }
      return edges;
    } catch (RuntimeException | Error e) {
      edges.close();
      throw e;
    }
  }

  /**
   * Joins arrays without copying their full blocks. The pairs keep their number and not their
   * order; the result is wide when one of the parts is. The parts are used up and must not be used
   * any more, nor closed.
   *
   * @param parts one or more
   * @return an array that the caller closes
   */
  public static EdgeArray join(Collection<EdgeArray> parts) {
    return join(parts, StopCheck.NEVER);
  }

  /**
   * The same; asks after every block that has to be copied, and frees all parts when stopped.
   *
   * @param parts one or more
   * @param stop asked after a block that was copied
   * @return an array that the caller closes
   */
  public static EdgeArray join(Collection<EdgeArray> parts, StopCheck stop) {
    boolean wide = parts.stream().anyMatch(EdgeArray::isWide);
    EdgeArray joined = new EdgeArray(wide);
    List<EdgeArray> rest = new ArrayList<>();
    for (EdgeArray part : parts) {
      if (part.wide != wide) {
        rest.add(part);
        continue;
      }
      joined.arenas.addAll(part.arenas);
      joined.idBits |= part.idBits;
      joined.allocated += part.allocated;
      for (int i = 0; i < part.blocks.size(); i++) {
        long pairs = part.pairsOf(i);
        if (pairs == BLOCK_PAIRS) {
          joined.blocks.add(part.blocks.get(i));
          joined.size += BLOCK_PAIRS;
        }
      }
    }
    for (EdgeArray part : parts) {
      int partial = part.blocks.size() - 1;
      if (part.wide == wide && partial >= 0 && part.pairsOf(partial) < BLOCK_PAIRS) {
        joined.appendIds(part.block(partial), part.wide, ByteOrder.nativeOrder());
      }
    }
    boolean whole = false;
    try {
      for (EdgeArray part : rest) {
        joined.append(part, stop);
      }
      whole = true;
      return joined;
    } finally {
      rest.forEach(EdgeArray::close);
      if (!whole) {
        joined.close();
      }
    }
  }

  /** {@return whether ids take 8 bytes} */
  public boolean isWide() {
    return wide;
  }

  @Override
  public long size() {
    return size;
  }

  /**
   * Appends a pair.
   *
   * @param from one end, unsigned
   * @param to the other end, unsigned
   * @throws IllegalArgumentException when an id does not fit a narrow array
   */
  public void add(long from, long to) {
    long slot = size & BLOCK_MASK;
    if (slot == 0 || slot == lastCapacity) {
      makeRoom();
    }
    if (wide) {
      last.setAtIndex(ValueLayout.JAVA_LONG, 2 * slot, from);
      last.setAtIndex(ValueLayout.JAVA_LONG, 2 * slot + 1, to);
    } else {
      EdgeIds.requireNarrow(from | to);
      last.setAtIndex(ValueLayout.JAVA_INT, 2 * slot, (int) from);
      last.setAtIndex(ValueLayout.JAVA_INT, 2 * slot + 1, (int) to);
    }
    idBits |= from | to;
    size++;
  }

  /**
   * Appends the pairs of the first {@code count} ids of an array, {@code count} even.
   *
   * @param ids {@code from, to, from, to, …}, unsigned
   * @param count even, at most the array's length
   * @throws IllegalArgumentException when an id does not fit a narrow array; nothing is added then
   */
  public void addAll(long[] ids, int count) {
    if (wide) {
      appendIds(MemorySegment.ofArray(ids).asSlice(0, 8L * count), true, ByteOrder.nativeOrder());
      return;
    }
    idBits |= EdgeIds.requireNarrow(ids, count);
    int[] narrowed = new int[Math.min(count, PIECE_IDS)];
    int done = 0;
    while (done < count) {
      long slot = size & BLOCK_MASK;
      if (slot == 0 || slot == lastCapacity) {
        makeRoom();
      }
      int length = (int) Math.min(Math.min(count - done, PIECE_IDS), 2 * (lastCapacity - slot));
      EdgeIds.narrow(ids, done, length, narrowed);
      MemorySegment.copy(narrowed, 0, last, ValueLayout.JAVA_INT, 2 * slot * Integer.BYTES, length);
      done += length;
      size += length / 2;
    }
  }

  /**
   * As {@link #addAll(long[], int)}, of ids that take four bytes.
   *
   * @param ids {@code from, to, from, to, …}, unsigned
   * @param count even, at most the array's length
   */
  public void addAll(int[] ids, int count) {
    appendIds(MemorySegment.ofArray(ids).asSlice(0, 4L * count), false, ByteOrder.nativeOrder());
  }

  /**
   * Appends pairs as the contract carries them: little-endian ids of 4 or 8 bytes, two per pair, at
   * any alignment.
   *
   * @param pairs on or off the heap; a whole number of pairs
   * @param idBytes 4 or 8; 8 needs a wide array
   */
  public void appendPairs(MemorySegment pairs, int idBytes) {
    if ((idBytes != Integer.BYTES && idBytes != Long.BYTES)
        || pairs.byteSize() % (2L * idBytes) != 0) {
      throw new IllegalArgumentException(
          pairs.byteSize() + " bytes are not whole pairs of ids of " + idBytes + " bytes");
    }
    if (idBytes == Long.BYTES && !wide) {
      throw new IllegalArgumentException("8-byte ids need a wide array");
    }
    appendIds(pairs, idBytes == Long.BYTES, ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Appends every pair of another array, which stays as it is.
   *
   * @param other no narrower than this one needs
   * @throws IllegalArgumentException when an id does not fit a narrow array
   */
  public void append(EdgeArray other) {
    append(other, StopCheck.NEVER);
  }

  private void append(EdgeArray other, StopCheck stop) {
    if (!wide && other.wide) {
      for (long i = 0; i < other.size(); i++) {
        add(other.from(i), other.to(i));
      }
      return;
    }
    for (int i = 0; i < other.blockCount(); i++) {
      stop.checkStopped();
      appendIds(other.block(i), other.wide, ByteOrder.nativeOrder());
    }
  }

  /** {@return a wide array of the same pairs; this one, if it is narrow, is used up and freed} */
  public EdgeArray widened() {
    if (wide) {
      return this;
    }
    EdgeArray result = wide();
    result.append(this);
    close();
    return result;
  }

  private void appendIds(MemorySegment ids, boolean sourceWide, ByteOrder order) {
    int sourceBytes = sourceWide ? Long.BYTES : Integer.BYTES;
    long pairs = ids.byteSize() / (2L * sourceBytes);
    long done = 0;
    while (done < pairs) {
      long slot = size & BLOCK_MASK;
      if (slot == 0 || slot == lastCapacity) {
        makeRoom();
      }
      long length = Math.min(pairs - done, lastCapacity - slot);
      long source = done * 2 * sourceBytes;
      if (sourceWide) {
        MemorySegment.copy(
            ids,
            LITTLE_LONG.withOrder(order),
            source,
            last,
            ValueLayout.JAVA_LONG,
            slot * pairBytes(),
            2 * length);
      } else if (!wide) {
        MemorySegment.copy(
            ids,
            LITTLE_INT.withOrder(order),
            source,
            last,
            ValueLayout.JAVA_INT,
            slot * pairBytes(),
            2 * length);
      } else {
        ValueLayout.OfInt layout = LITTLE_INT.withOrder(order);
        for (long i = 0; i < 2 * length; i++) {
          last.setAtIndex(
              ValueLayout.JAVA_LONG,
              2 * slot + i,
              Integer.toUnsignedLong(ids.get(layout, source + i * Integer.BYTES)));
        }
      }
      idBits |= EdgeIds.bitsOf(last.asSlice(slot * pairBytes(), length * pairBytes()), wide);
      done += length;
      size += length;
    }
  }

  /**
   * Every bit that some id has: no id is larger, and where it is not 0 the largest is more than
   * half of it. Costs nothing, since it is kept while pairs are added.
   *
   * @return 0 for no pairs
   */
  public long idBits() {
    return idBits;
  }

  /** Grows the last block, or starts the next one when it is full. */
  private void makeRoom() {
    Arena arena = arenas.getFirst();
    long slot = size & BLOCK_MASK;
    if (slot == 0) {
      lastCapacity = size == 0 ? FIRST_PAIRS : BLOCK_PAIRS;
      last = arena.allocate(lastCapacity * pairBytes(), size == 0 ? 64 : PAGE);
      blocks.add(last);
    } else {
      // The smaller copies stay with the arena: together less than one block.
      lastCapacity = Math.min(BLOCK_PAIRS, 4 * lastCapacity);
      MemorySegment larger =
          arena.allocate(lastCapacity * pairBytes(), lastCapacity == BLOCK_PAIRS ? PAGE : 64);
      MemorySegment.copy(last, 0, larger, 0, slot * pairBytes());
      last = larger;
      blocks.set(blocks.size() - 1, larger);
    }
    allocated += lastCapacity * pairBytes();
  }

  private void take(MemorySegment block, long pairs) {
    blocks.add(block);
    last = block;
    lastCapacity = pairs;
    size += pairs;
    allocated += block.byteSize();
  }

  private int pairBytes() {
    return 2 * (wide ? Long.BYTES : Integer.BYTES);
  }

  private long pairsOf(int block) {
    return Math.min(BLOCK_PAIRS, size - ((long) block << BLOCK_SHIFT));
  }

  /**
   * First id of pair {@code index}, 0 ≤ index &lt; size.
   *
   * @param index 0 ≤ index &lt; size
   * @return unsigned
   */
  public long from(long index) {
    return id(index, 0);
  }

  /**
   * Second id of pair {@code index}, 0 ≤ index &lt; size.
   *
   * @param index 0 ≤ index &lt; size
   * @return unsigned
   */
  public long to(long index) {
    return id(index, 1);
  }

  private long id(long index, int side) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("pair " + index + " of " + size);
    }
    MemorySegment block = blocks.get((int) (index >>> BLOCK_SHIFT));
    long slot = 2 * (index & BLOCK_MASK) + side;
    return wide
        ? block.getAtIndex(ValueLayout.JAVA_LONG, slot)
        : Integer.toUnsignedLong(block.getAtIndex(ValueLayout.JAVA_INT, slot));
  }

  @Override
  public int copyPairs(long firstPair, long[] ids) {
    int block = (int) (firstPair >>> BLOCK_SHIFT);
    long slot = firstPair & BLOCK_MASK;
    int pairs = (int) Math.min(ids.length / 2, pairsOf(block) - slot);
    MemorySegment source = blocks.get(block);
    if (wide) {
      MemorySegment.copy(source, ValueLayout.JAVA_LONG, slot * pairBytes(), ids, 0, 2 * pairs);
    } else {
      pairs = Math.min(pairs, PIECE_IDS / 2);
      int[] piece = new int[2 * pairs];
      MemorySegment.copy(source, ValueLayout.JAVA_INT, slot * pairBytes(), piece, 0, 2 * pairs);
      for (int i = 0; i < 2 * pairs; i++) {
        ids[i] = Integer.toUnsignedLong(piece[i]);
      }
    }
    return pairs;
  }

  /** {@return number of blocks that {@link #block} gives} */
  public int blockCount() {
    return blocks.size();
  }

  /**
   * The pairs of one block for reading in bulk: ids in native byte order and in this array's width,
   * two per pair; at most 2^20 pairs.
   *
   * @param index 0 to {@link #blockCount} - 1
   * @return readable until this array is closed or used up
   */
  public MemorySegment block(int index) {
    return blocks.get(index).asSlice(0, pairsOf(index) * pairBytes()).asReadOnly();
  }

  /**
   * Checks every id against a bound.
   *
   * @param bound every id must be smaller, compared as unsigned numbers; 0 stands for 2^64
   * @param parallelism threads, and what stops them
   * @throws ComputeException VERTEX_ID_BEYOND_BOUND
   */
  public void requireIdsBelow(long bound, Parallelism parallelism) {
    if (bound == 0 || (!wide && Long.compareUnsigned(bound, 1L << 32) >= 0)) {
      return;
    }
    parallelism.forRanges(
        blocks.size(), 1, (from, to) -> EdgeIds.requireBelow(block((int) from), wide, bound));
  }

  /** {@return off-heap bytes held} */
  public long bytes() {
    return allocated;
  }

  /** Frees the memory; the array must not be used any more. */
  @Override
  public void close() {
    arenas.forEach(Arena::close);
  }
}
