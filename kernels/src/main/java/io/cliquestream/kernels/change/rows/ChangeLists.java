package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.memory.BinarySearch;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * The changes of each slot's row since the base: sorted arrays of entries, in pages that exist
 * where something changed.
 *
 * <p>An entry is one long: the neighbour (31 bits), the age (31 bits), and whether the edge came or
 * went (the lowest bit). So entries ascend by neighbour, then age, and at an age {@code t} an edge
 * is what the last of its entries up to {@code t} says, or the base where there is none. A list is
 * replaced, never changed: whoever reads it while the writer goes on sees all that is as old as he
 * is. {@code slot} has room for 2^31 - 1; a list is at most twice the length of what changed.
 */
final class ChangeLists {
  private static final int PAGE_BITS = 9;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int ENTRY_HEADER = 16;

  private volatile AtomicReferenceArray<AtomicReferenceArray<long[]>> pages =
      new AtomicReferenceArray<>(16);

  private final LongAdder entries = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  static long entry(int neighbor, int age, boolean inserted) {
    return (long) neighbor << 32 | (long) age << 1 | (inserted ? 1 : 0);
  }

  static int neighbor(long entry) {
    return (int) (entry >>> 32);
  }

  static int age(long entry) {
    return (int) entry >>> 1;
  }

  static boolean inserted(long entry) {
    return (entry & 1) != 0;
  }

  /** First index from {@code low} on whose neighbour is not below one: gallop, then halve. */
  static int gallop(long[] list, int low, int neighbor) {
    long wanted = (long) neighbor << 32;
    int from = low;
    int step = 1;
    int to = low;
    while (to < list.length && list[to] < wanted) {
      from = to + 1;
      to += step;
      step <<= 1;
    }
    return BinarySearch.first(list, from, Math.min(to, list.length), wanted);
  }

  /** The entries of a slot, or null. */
  long[] get(int slot) {
    int page = slot >>> PAGE_BITS;
    var table = pages;
    if (page >= table.length()) {
      return null;
    }
    var found = table.getAcquire(page);
    return found == null ? null : found.getAcquire(slot & (PAGE - 1));
  }

  /**
   * Replaces a slot's entries; null for none. By the writer, or by its helpers before a version;
   * they {@link #count} what they did.
   */
  void set(int slot, long[] list) {
    page(slot >>> PAGE_BITS).setRelease(slot & (PAGE - 1), list);
  }

  /** Tells how many entries and lists there are more. */
  void count(long moreEntries, long moreLists) {
    entries.add(moreEntries);
    bytes.add(8 * moreEntries + ENTRY_HEADER * moreLists);
  }

  /** Makes the pages of slots up to a number, so that {@link #set} may be called by many. */
  private AtomicReferenceArray<long[]> page(int index) {
    var table = pages;
    if (index < table.length()) {
      var found = table.getAcquire(index);
      if (found != null) {
        return found;
      }
    }
    synchronized (this) {
      table = pages;
      if (index >= table.length()) {
        var wider =
            new AtomicReferenceArray<AtomicReferenceArray<long[]>>(
                Math.max(index + 1, 2 * table.length()));
        for (int i = 0; i < table.length(); i++) {
          wider.setPlain(i, table.getPlain(i));
        }
        bytes.add(4L * (wider.length() - table.length()));
        pages = wider;
        table = wider;
      }
      var found = table.getAcquire(index);
      if (found == null) {
        found = new AtomicReferenceArray<>(PAGE);
        bytes.add(4L * PAGE + 2 * ENTRY_HEADER);
        table.setRelease(index, found);
      }
      return found;
    }
  }

  /** Entries of all lists. */
  long entries() {
    return entries.sum();
  }

  /** Bytes of lists and pages, on the heap. */
  long bytes() {
    return bytes.sum();
  }
}
