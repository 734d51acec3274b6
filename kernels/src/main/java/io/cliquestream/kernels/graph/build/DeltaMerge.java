package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Orientation;
import io.cliquestream.kernels.graph.VertexIds;
import io.cliquestream.kernels.graph.rows.VertexRanges;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Merges a graph with insertions and deletions given as graphs of their own.
 *
 * <p>All three number their vertices in the order of the original ids. So does their union, and
 * every translation into it is monotone: rows stay ascending and are merged in one sweep, first to
 * learn their lengths, then to write them under the labels that remain when vertices without edges
 * are gone.
 */
final class DeltaMerge {
  private static final int NONE = -1;
  private static final long LOOK_UP_STEPS = 64;

  private final Graph base;
  private final Graph insertions;
  private final Graph deletions;

  /** Union labels of the vertices of each graph; NONE for a deleted one the base lacks. */
  private final int[] baseLabels;

  private final int[] insertionLabels;
  private final int[] deletionLabels;

  /** Vertices of each graph by union label, or NONE. */
  private final int[] baseVertices;

  private final int[] insertionVertices;
  private final int[] deletionVertices;

  private final Parallelism parallelism;

  DeltaMerge(Graph base, Graph insertions, Graph deletions, Parallelism parallelism) {
    this.parallelism = parallelism;
    StopMeter meter = parallelism.meter();
    this.base = base;
    this.insertions = insertions;
    this.deletions = deletions;
    int n = base.vertexCount();
    int inserted = insertions.vertexCount();
    long fresh = 0;
    for (int v = 0; v < inserted; v++) {
      meter.work(LOOK_UP_STEPS);
      fresh += base.ids().dense(insertions.ids().original(v)) < 0 ? 1 : 0;
    }
    int union = IdMap.requireCount(n + fresh);
    baseLabels = new int[n];
    insertionLabels = new int[inserted];
    baseVertices = filled(union);
    insertionVertices = filled(union);
    int v = 0;
    int i = 0;
    for (int label = 0; label < union; label++) {
      meter.work(2);
      int order =
          v == n
              ? 1
              : i == inserted
                  ? -1
                  : Long.compareUnsigned(base.ids().original(v), insertions.ids().original(i));
      if (order <= 0) {
        baseVertices[label] = v;
        baseLabels[v++] = label;
      }
      if (order >= 0) {
        insertionVertices[label] = i;
        insertionLabels[i++] = label;
      }
    }
    deletionLabels = new int[deletions.vertexCount()];
    deletionVertices = filled(union);
    for (int d = 0; d < deletionLabels.length; d++) {
      meter.work(LOOK_UP_STEPS);
      int known = base.ids().dense(deletions.ids().original(d));
      deletionLabels[d] = known < 0 ? NONE : baseLabels[known];
      if (known >= 0) {
        deletionVertices[baseLabels[known]] = d;
      }
    }
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  GraphBuilder.DeltaOutcome merge() {
    StopMeter meter = parallelism.meter();
    int union = baseVertices.length;
    int[] degrees = new int[union];
    LongAdder insertedArcs = new LongAdder();
    LongAdder deletedArcs = new LongAdder();
    parallelism.forRanges(
        union,
        VertexRanges.grain(union, parallelism),
        (from, to) -> {
          RowMerge row = new RowMerge(parallelism.meter());
          for (int label = (int) from; label < to; label++) {
            if (insertionVertices[label] == NONE && deletionVertices[label] == NONE) {
              degrees[label] = base.degree(baseVertices[label]);
            } else {
              degrees[label] = row.merge(label);
              insertedArcs.add(row.inserted);
              deletedArcs.add(row.deleted);
            }
          }
        });
    int[] labels = new int[union];
    int n = 0;
    long arcs = 0;
    for (int label = 0; label < union; label++) {
      meter.work(1);
      labels[label] = n;
      n += degrees[label] > 0 ? 1 : 0;
      arcs += degrees[label];
    }
    Arena arena = LargeArena.shared();
    try {
      MemorySegment offsets = arena.allocate((n + 1L) * Long.BYTES, 64);
      MemorySegment neighbors = arena.allocate(arcs * Integer.BYTES, 64);
      long offset = 0;
      for (int label = 0; label < union; label++) {
        meter.work(1);
        if (degrees[label] > 0) {
          offset += degrees[label];
          offsets.setAtIndex(ValueLayout.JAVA_LONG, labels[label] + 1L, offset);
        }
      }
      parallelism.forRanges(
          union,
          VertexRanges.grain(union, parallelism),
          (from, to) -> writeRows((int) from, (int) to, degrees, labels, offsets, neighbors));
      VertexIds ids = ids(arena, degrees, n, meter);
      long inserted = insertedArcs.sum() / 2;
      long deleted = deletedArcs.sum() / 2;
      Graph graph = new Graph(arena, n, offsets, neighbors, ids, insertions.input());
      return new GraphBuilder.DeltaOutcome(
          graph,
          inserted,
          deleted,
          insertions.edgeCount() - inserted,
          deletions.edgeCount() - deleted);
    } catch (Throwable failure) {
      arena.close();
      throw failure;
    }
  }

  private void writeRows(
      int from,
      int to,
      int[] degrees,
      int[] labels,
      MemorySegment offsets,
      MemorySegment neighbors) {
    RowMerge row = new RowMerge(parallelism.meter());
    for (int label = from; label < to; label++) {
      if (degrees[label] > 0) {
        int length = row.merge(label);
        for (int i = 0; i < length; i++) {
          row.merged[i] = labels[row.merged[i]];
        }
        long offset = offsets.getAtIndex(ValueLayout.JAVA_LONG, labels[label]);
        MemorySegment.copy(
            row.merged, 0, neighbors, ValueLayout.JAVA_INT, offset * Integer.BYTES, length);
      }
    }
  }

  private VertexIds ids(Arena arena, int[] degrees, int n, StopMeter meter) {
    MemorySegment originals = arena.allocate((long) n * Long.BYTES, 64);
    boolean identity = true;
    int vertex = 0;
    for (int label = 0; label < degrees.length; label++) {
      meter.work(1);
      if (degrees[label] > 0) {
        long original =
            baseVertices[label] == NONE
                ? insertions.ids().original(insertionVertices[label])
                : base.ids().original(baseVertices[label]);
        identity &= original == vertex;
        originals.setAtIndex(ValueLayout.JAVA_LONG, vertex++, original);
      }
    }
    return identity ? VertexIds.identity(n) : VertexIds.table(originals);
  }

  /** Merges one row after the other, for one thread. */
  private final class RowMerge {
    private final StopMeter meter;
    private int[] merged = new int[256];
    private int[] kept = new int[256];
    private int[] added = new int[256];
    private int[] gone = new int[256];
    private int inserted;
    private int deleted;

    RowMerge(StopMeter meter) {
      this.meter = meter;
    }

    /** Fills {@code merged} with the new row of a vertex in union labels; returns its length. */
    int merge(int label) {
      int keptLength = 0;
      meter.work(1);
      if (baseVertices[label] != NONE) {
        int v = baseVertices[label];
        kept = Orientation.room(kept, base.degree(v));
        keptLength = base.copyNeighbors(v, kept);
        meter.work(4L * keptLength);
        translate(kept, keptLength, baseLabels);
      }
      deleted = 0;
      if (deletionVertices[label] != NONE) {
        int d = deletionVertices[label];
        gone = Orientation.room(gone, deletions.degree(d));
        int goneLength = deletions.copyNeighbors(d, gone);
        meter.work(2L * goneLength);
        translate(gone, goneLength, deletionLabels);
        int left = without(kept, keptLength, gone, goneLength);
        deleted = keptLength - left;
        keptLength = left;
      }
      inserted = 0;
      if (insertionVertices[label] == NONE) {
        merged = Orientation.room(merged, keptLength);
        System.arraycopy(kept, 0, merged, 0, keptLength);
        return keptLength;
      }
      int i = insertionVertices[label];
      added = Orientation.room(added, insertions.degree(i));
      int addedLength = insertions.copyNeighbors(i, added);
      meter.work(2L * addedLength);
      translate(added, addedLength, insertionLabels);
      int length = union(keptLength, addedLength);
      inserted = length - keptLength;
      return length;
    }

    private int union(int keptLength, int addedLength) {
      merged = Orientation.room(merged, Math.addExact(keptLength, addedLength));
      int k = 0;
      int a = 0;
      int length = 0;
      while (k < keptLength || a < addedLength) {
        int fromKept = k < keptLength ? kept[k] : Integer.MAX_VALUE;
        int fromAdded = a < addedLength ? added[a] : Integer.MAX_VALUE;
        merged[length++] = Math.min(fromKept, fromAdded);
        k += fromKept <= fromAdded ? 1 : 0;
        a += fromAdded <= fromKept ? 1 : 0;
      }
      return length;
    }

    private static int without(int[] row, int length, int[] gone, int goneLength) {
      int left = 0;
      int g = 0;
      for (int i = 0; i < length; i++) {
        while (g < goneLength && gone[g] < row[i]) {
          g++;
        }
        if (g == goneLength || gone[g] != row[i]) {
          row[left++] = row[i];
        }
      }
      return left;
    }

    private static void translate(int[] row, int length, int[] labels) {
      for (int i = 0; i < length; i++) {
        row[i] = labels[row[i]];
      }
    }
  }
}
