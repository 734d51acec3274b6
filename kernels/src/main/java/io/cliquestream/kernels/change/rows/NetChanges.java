package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.control.Parallelism;
import java.util.Arrays;
import java.util.List;

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
  /** What becomes of a pair: whether it is there already, and in the lowest bit what is wanted. */
  static final int IGNORED_INSERT = 3;

  static final int DELETED = 2;
  static final int INSERTED = 1;
  static final int IGNORED_DELETE = 0;
  private static final int KINDS = 4;

  /**
   * Normalises a batch against the newest age of a table. New ids get slots, also when nothing
   * comes of them; they are given back at the next merge.
   */
  static NetChanges of(RawChanges raw, ChangeTable table, RowView newest, Parallelism parallelism) {
    BatchKeys batch = BatchKeys.of(raw, table, parallelism);
    long[] keys = batch.keys();
    int pairs = batch.pairs();
    byte[] kinds = new byte[pairs];
    Parallelism judging =
        TablePolicy.shared(pairs, parallelism).worth(pairs * TablePolicy.EDGE_NANOS);
    int grain = TablePolicy.grain(pairs, TablePolicy.EDGE_GRAIN, judging);
    int ranges = (pairs + grain - 1) / grain;
    // By range, how many pairs there are of each kind, and then of those before it.
    int[][] counts = new int[ranges][];
    judging.forRanges(
        pairs,
        grain,
        (from, to) -> {
          newest.judge(keys, (int) from, (int) to, kinds);
          int[] count = new int[KINDS];
          for (int i = (int) from; i < to; i++) {
            count[kinds[i]]++;
          }
          counts[(int) (from / grain)] = count;
        });
    int[] totals = new int[KINDS];
    for (int[] count : counts) {
      for (int kind = 0; kind < KINDS; kind++) {
        int here = count[kind];
        count[kind] = totals[kind];
        totals[kind] += here;
      }
    }
    long[] deleted = new long[totals[DELETED]];
    long[] inserted = new long[totals[INSERTED]];
    TablePolicy.shared(pairs, parallelism)
        .worth(pairs * TablePolicy.PASS_NANOS)
        .forRanges(
            pairs,
            grain,
            (from, to) -> {
              int gone = counts[(int) (from / grain)][DELETED];
              int come = counts[(int) (from / grain)][INSERTED];
              for (int i = (int) from; i < to; i++) {
                if (kinds[i] == DELETED) {
                  deleted[gone++] = edge(keys[i]);
                } else if (kinds[i] == INSERTED) {
                  inserted[come++] = edge(keys[i]);
                }
              }
            });
    return made(
        deleted,
        inserted,
        parallelism,
        totals[IGNORED_INSERT],
        totals[IGNORED_DELETE] + (long) batch.ignoredDeletes(),
        batch.loops(),
        batch.superseded());
  }

  private static long edge(long key) {
    return (key & 0xFFFF_FFFF_0000_0000L) | ((int) key >>> 1);
  }

  /** The edges that changed an odd number of times in several runs, each with its last change. */
  public static NetChanges composed(List<NetChanges> runs, Parallelism parallelism) {
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
    LongSorter.sort(keys, parallelism);
    // Changes of a pair alternate, so one kind is at most one ahead, and it came last.
    long[] deleted = new long[total];
    long[] inserted = new long[total];
    int gone = 0;
    int come = 0;
    for (int i = 0; i < total; ) {
      long pair = keys[i] & BatchKeys.PAIR;
      int balance = 0;
      for (; i < total && (keys[i] & BatchKeys.PAIR) == pair; i++) {
        balance += (keys[i] & 1) != 0 ? 1 : -1;
      }
      if (balance > 0) {
        inserted[come++] = edge(pair);
      } else if (balance < 0) {
        deleted[gone++] = edge(pair);
      }
    }
    return made(
        Arrays.copyOf(deleted, gone), Arrays.copyOf(inserted, come), parallelism, 0, 0, 0, 0);
  }

  private static NetChanges made(
      long[] deleted,
      long[] inserted,
      Parallelism parallelism,
      long ignoredInserts,
      long ignoredDeletes,
      long loops,
      long superseded) {
    return new NetChanges(
        deleted,
        inserted,
        ChangedArcs.of(deleted, parallelism),
        ChangedArcs.of(inserted, parallelism),
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
