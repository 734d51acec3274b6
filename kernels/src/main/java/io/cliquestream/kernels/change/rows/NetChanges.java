package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.control.Parallelism;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * What a batch really changes: for each pair its last change counts, and only where it makes a
 * difference. Edges are longs with the lower slot in the upper half; both lists ascend.
 *
 * @param deleted edges that go
 * @param inserted edges that come
 * @param deletedArcs the deleted edges by slot
 * @param insertedArcs the inserted edges by slot
 * @param ignoredInserts pairs to be inserted that were there
 * @param ignoredDeletes pairs to be deleted that were not
 * @param loops changes of a vertex with itself
 * @param superseded changes after which the same pair changed again
 */
public record NetChanges(
    long[] deleted,
    long[] inserted,
    ChangedArcs deletedArcs,
    ChangedArcs insertedArcs,
    long ignoredInserts,
    long ignoredDeletes,
    long loops,
    long superseded) {
  private static final int PARALLEL = 1 << 12;
  private static final int GRAIN = 1 << 9;
  private static final long PAIR = ~1L;

  /**
   * Normalises a batch against the newest age of a table. New ids get slots, also when nothing
   * comes of them; they are given back at the next merge.
   */
  static NetChanges of(RawChanges raw, ChangeTable table, RowView newest, Parallelism parallelism) {
    table.ids.expect(2 * raw.count());
    // Low slot, high slot, and whether it is inserted in the lowest bit: slots have 31 bits.
    long[] keys = new long[raw.count()];
    long[] unknown = null;
    int used = 0;
    long loops = 0;
    int missing = 0;
    for (int i = 0; i < raw.count(); i++) {
      long from = raw.ids()[2 * i];
      long to = raw.ids()[2 * i + 1];
      if (from == to) {
        loops++;
        continue;
      }
      int first;
      int second;
      if (raw.inserted()[i]) {
        first = table.ids.slotOrNew(from);
        second = table.ids.slotOrNew(to);
      } else {
        first = table.ids.slot(from);
        second = table.ids.slot(to);
        if (first < 0 || second < 0) {
          unknown = unknown == null ? new long[2 * raw.count()] : unknown;
          unknown[2 * missing] = from;
          unknown[2 * missing + 1] = to;
          missing++;
          continue;
        }
      }
      keys[used++] =
          (long) Math.min(first, second) << 32
              | (long) Math.max(first, second) << 1
              | (raw.inserted()[i] ? 1 : 0);
    }
    long[] arrived = keys;
    keys = Arrays.copyOf(keys, used);
    LongSorter.sort(keys, parallelism.threads());
    int pairs = 0;
    boolean conflict = false;
    for (int i = 0; i < used; i++) {
      if (pairs > 0 && ((keys[pairs - 1] ^ keys[i]) & PAIR) == 0) {
        conflict |= keys[pairs - 1] != keys[i];
      } else {
        keys[pairs++] = keys[i];
      }
    }
    if (conflict) {
      lastOfEach(arrived, used, keys, pairs);
    }
    // A pair of unknown ids that a later change inserts is superseded, others are ignored.
    int ignoredUnknown = 0;
    int supersededUnknown = 0;
    if (missing > 0) {
      var seen = new HashSet<Map.Entry<Long, Long>>();
      for (int i = 0; i < missing; i++) {
        long low = Math.min(unknown[2 * i], unknown[2 * i + 1]);
        long high = Math.max(unknown[2 * i], unknown[2 * i + 1]);
        boolean first = seen.add(Map.entry(low, high));
        boolean later = isAmong(table, low, high, keys, pairs);
        ignoredUnknown += first && !later ? 1 : 0;
        supersededUnknown += first && !later ? 0 : 1;
      }
    }
    long[] deleted = new long[pairs];
    long[] inserted = new long[pairs];
    boolean[] effective = effective(keys, pairs, newest, parallelism);
    int gone = 0;
    int come = 0;
    int ignoredInserts = 0;
    int ignoredDeletes = 0;
    for (int i = 0; i < pairs; i++) {
      boolean inserts = (keys[i] & 1) != 0;
      if (!effective[i]) {
        ignoredInserts += inserts ? 1 : 0;
        ignoredDeletes += inserts ? 0 : 1;
      } else if (inserts) {
        inserted[come++] = edge(keys[i]);
      } else {
        deleted[gone++] = edge(keys[i]);
      }
    }
    return made(
        Arrays.copyOf(deleted, gone),
        Arrays.copyOf(inserted, come),
        parallelism.threads(),
        ignoredInserts,
        ignoredDeletes + (long) ignoredUnknown,
        loops,
        (long) used - pairs + supersededUnknown);
  }

  private static boolean isAmong(ChangeTable table, long low, long high, long[] keys, int pairs) {
    int first = table.ids.slot(low);
    int second = table.ids.slot(high);
    if (first < 0 || second < 0) {
      return false;
    }
    long key = (long) Math.min(first, second) << 32 | (long) Math.max(first, second) << 1;
    int at = Arrays.binarySearch(keys, 0, pairs, key);
    at = at < 0 ? -at - 1 : at;
    return at < pairs && (keys[at] & PAIR) == key;
  }

  /** Gives each pair, ascending, the kind of its last change. */
  private static void lastOfEach(long[] arrived, int used, long[] keys, int pairs) {
    for (int i = 0; i < pairs; i++) {
      keys[i] &= PAIR;
    }
    for (int i = 0; i < used; i++) {
      long pair = arrived[i] & PAIR;
      // The lowest bit of a key changes no order among pairs.
      int low = 0;
      int high = pairs - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if ((keys[middle] & PAIR) < pair) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      keys[low] = arrived[i];
    }
  }

  private static boolean[] effective(
      long[] keys, int pairs, RowView newest, Parallelism parallelism) {
    boolean[] effective = new boolean[pairs];
    parallelism.forRanges(
        pairs,
        pairs < PARALLEL ? Math.max(1, pairs) : GRAIN,
        (from, to) -> {
          for (int i = (int) from; i < to; i++) {
            boolean there = newest.hasEdge((int) (keys[i] >>> 32), (int) keys[i] >>> 1);
            effective[i] = there != ((keys[i] & 1) != 0);
          }
        });
    return effective;
  }

  private static long edge(long key) {
    return (key & 0xFFFF_FFFF_0000_0000L) | ((int) key >>> 1);
  }

  /** The edges that changed an odd number of times in several runs, each with its last change. */
  public static NetChanges composed(List<NetChanges> runs, int threads) {
    if (runs.size() == 1) {
      return runs.getFirst();
    }
    int total = 0;
    for (NetChanges run : runs) {
      total = Math.addExact(total, run.deleted.length + run.inserted.length);
    }
    long[] keys = new long[total];
    int used = 0;
    for (NetChanges run : runs) {
      for (long edge : run.deleted) {
        keys[used++] = key(edge);
      }
      for (long edge : run.inserted) {
        keys[used++] = key(edge) | 1;
      }
    }
    LongSorter.sort(keys, threads);
    // Changes of a pair alternate, so one kind is at most one ahead, and it came last.
    long[] deleted = new long[total];
    long[] inserted = new long[total];
    int gone = 0;
    int come = 0;
    for (int i = 0; i < total; ) {
      long pair = keys[i] & PAIR;
      int balance = 0;
      for (; i < total && (keys[i] & PAIR) == pair; i++) {
        balance += (keys[i] & 1) != 0 ? 1 : -1;
      }
      if (balance > 0) {
        inserted[come++] = edge(pair);
      } else if (balance < 0) {
        deleted[gone++] = edge(pair);
      }
    }
    return made(Arrays.copyOf(deleted, gone), Arrays.copyOf(inserted, come), threads, 0, 0, 0, 0);
  }

  private static NetChanges made(
      long[] deleted,
      long[] inserted,
      int threads,
      long ignoredInserts,
      long ignoredDeletes,
      long loops,
      long superseded) {
    return new NetChanges(
        deleted,
        inserted,
        ChangedArcs.of(deleted, threads),
        ChangedArcs.of(inserted, threads),
        ignoredInserts,
        ignoredDeletes,
        loops,
        superseded);
  }

  private static long key(long edge) {
    return (edge & 0xFFFF_FFFF_0000_0000L) | ((edge & 0xFFFF_FFFFL) << 1);
  }

  /** Bytes held, on the heap. */
  public long bytes() {
    return 64
        + 8L * (deleted.length + inserted.length)
        + deletedArcs.bytes()
        + insertedArcs.bytes();
  }

  /** Whether the graph stays as it is. */
  public boolean isEmpty() {
    return deleted.length == 0 && inserted.length == 0;
  }
}
