package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.control.Parallelism;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;

/**
 * A batch as ascending keys, one for each pair: low slot, high slot (slots have 31 bits), and in
 * the lowest bit whether the pair's last change inserts it.
 */
final class BatchKeys {
  /** All bits of a key but the lowest one. */
  static final long PAIR = ~1L;

  private static final long UNKNOWN = -1;

  private final ChangeTable table;
  private final RawChanges raw;
  private final Parallelism parallelism;
  private long[] keys;
  private int pairs;
  private int used;
  private long loops;
  private long[] unknown;
  private int missing;
  private int ignoredDeletes;
  private int superseded;

  private BatchKeys(RawChanges raw, ChangeTable table, Parallelism parallelism) {
    this.raw = raw;
    this.table = table;
    this.parallelism = parallelism;
  }

  /** The keys of a batch; new ids get slots, also when nothing comes of them. */
  static BatchKeys of(RawChanges raw, ChangeTable table, Parallelism parallelism) {
    table.ids.expect(2 * raw.count());
    BatchKeys batch = new BatchKeys(raw, table, parallelism);
    batch.lookUp();
    batch.sort();
    batch.judgeUnknown();
    return batch;
  }

  /** First what the first graph knows, by several threads, then what they left. */
  private void lookUp() {
    long[] arrived = new long[raw.count()];
    TablePolicy.shared(raw.count(), parallelism)
        .worth(raw.count() * TablePolicy.ID_NANOS)
        .forRanges(
            raw.count(),
            TablePolicy.GRAIN,
            (from, to) -> {
              for (int i = (int) from; i < to; i++) {
                int first = table.ids.firstSlot(raw.ids()[2 * i]);
                int second = table.ids.firstSlot(raw.ids()[2 * i + 1]);
                arrived[i] =
                    first < 0 || second < 0 || first == second
                        ? UNKNOWN
                        : key(first, second, raw.inserted()[i]);
              }
            });
    for (int i = 0; i < arrived.length; i++) {
      long key = arrived[i] == UNKNOWN ? late(i) : arrived[i];
      arrived[used] = key;
      used += key == UNKNOWN ? 0 : 1;
    }
    keys = used == arrived.length ? arrived : Arrays.copyOf(arrived, used);
  }

  /** The key of a loop, of ids that came later, or of new ones; {@code UNKNOWN} for none. */
  private long late(int change) {
    long from = raw.ids()[2 * change];
    long to = raw.ids()[2 * change + 1];
    if (from == to) {
      loops++;
      return UNKNOWN;
    }
    if (raw.inserted()[change]) {
      return key(table.ids.slotOrNew(from), table.ids.slotOrNew(to), true);
    }
    int first = table.ids.slot(from);
    int second = table.ids.slot(to);
    if (first >= 0 && second >= 0) {
      return key(first, second, false);
    }
    unknown = unknown == null ? new long[2 * raw.count()] : unknown;
    unknown[2 * missing] = from;
    unknown[2 * missing + 1] = to;
    missing++;
    return UNKNOWN;
  }

  private static long key(int first, int second, boolean inserts) {
    return (long) Math.min(first, second) << 32
        | (long) Math.max(first, second) << 1
        | (inserts ? 1 : 0);
  }

  private void sort() {
    int ascending = 1;
    while (ascending < used && (keys[ascending - 1] & PAIR) < (keys[ascending] & PAIR)) {
      ascending++;
    }
    if (ascending >= used) {
      pairs = used;
      return;
    }
    long[] arrived = keys;
    keys = arrived.clone();
    LongSorter.sort(keys, parallelism);
    boolean conflict = false;
    for (int i = 0; i < used; i++) {
      if (pairs > 0 && ((keys[pairs - 1] ^ keys[i]) & PAIR) == 0) {
        conflict |= keys[pairs - 1] != keys[i];
      } else {
        keys[pairs++] = keys[i];
      }
    }
    if (conflict) {
      lastOfEach(arrived);
    }
  }

  /** Gives each pair, ascending, the kind of its last change. */
  private void lastOfEach(long[] arrived) {
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

  /** A pair of unknown ids that a later change inserts is superseded, others are ignored. */
  private void judgeUnknown() {
    superseded = used - pairs;
    if (missing == 0) {
      return;
    }
    var seen = new HashSet<Map.Entry<Long, Long>>();
    for (int i = 0; i < missing; i++) {
      long low = Math.min(unknown[2 * i], unknown[2 * i + 1]);
      long high = Math.max(unknown[2 * i], unknown[2 * i + 1]);
      boolean first = seen.add(Map.entry(low, high));
      boolean later = isAmong(low, high);
      ignoredDeletes += first && !later ? 1 : 0;
      superseded += first && !later ? 0 : 1;
    }
  }

  private boolean isAmong(long low, long high) {
    int first = table.ids.slot(low);
    int second = table.ids.slot(high);
    if (first < 0 || second < 0) {
      return false;
    }
    long key = key(first, second, false);
    int at = Arrays.binarySearch(keys, 0, pairs, key);
    at = at < 0 ? -at - 1 : at;
    return at < pairs && (keys[at] & PAIR) == key;
  }

  /** Ascending; {@link #pairs} of them. */
  long[] keys() {
    return keys;
  }

  /** How many pairs there are. */
  int pairs() {
    return pairs;
  }

  /** Changes of a vertex with itself. */
  long loops() {
    return loops;
  }

  /** Deletions of ids that no edge has. */
  int ignoredDeletes() {
    return ignoredDeletes;
  }

  /** Changes after which the same pair changed again. */
  int superseded() {
    return superseded;
  }
}
