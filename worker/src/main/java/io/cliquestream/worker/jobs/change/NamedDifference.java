package io.cliquestream.worker.jobs.change;

import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.memory.HostMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;

/**
 * Two versions of a graph of which the later one, a snapshot, gives ids other names. A vertex is
 * the one that is called the same: where the two are compared it has its id of the later version,
 * and if it is not there any more an id that no vertex has.
 *
 * <p>Reads every edge of both versions, and has 8 bytes off the heap for each slot of one of them
 * at a time, which stand in the account of the process.
 *
 * @param memory the account of the process
 */
record NamedDifference(GraphNames before, GraphNames after, HostMemory memory) {
  private static final int ROWS_BETWEEN_STOPS = 1 << 12;
  private static final long NONE = -1;

  /** Beyond every vertex of a graph with names: those that are not there any more follow. */
  private static final long GONE = 1L << 62;

  /** The id under which a vertex of the version before is compared. */
  long compared(long idBefore) {
    long now = after.find(before, idBefore);
    return now == NONE ? GONE + idBefore : now;
  }

  /** Its id in the version before; -1 when it was not there. */
  long inBefore(long compared) {
    return compared >= GONE ? compared - GONE : before.find(after, compared);
  }

  /** Whether an id that a job names is the same vertex in both versions, if it is any. */
  boolean isKept(long id) {
    boolean was = Long.compareUnsigned(id, before.size()) < 0;
    boolean is = Long.compareUnsigned(id, after.size()) < 0;
    if (was) {
      return is && compared(id) == id;
    }
    return is ? inBefore(id) == NONE : Long.compareUnsigned(id, GONE) < 0;
  }

  /**
   * What must be deleted from and inserted into the later version to make it the one before.
   *
   * @param most changed edges
   * @return empty when there are more
   * @throws WorkerException GRAPH_TOO_LARGE when the account has no room for the vertices
   */
  Optional<EdgeBatch> back(GraphVersion older, GraphVersion newer, int most, StopCheck stop) {
    EdgeBatch batch = EdgeBatch.withRoom(Math.max(1, most));
    return inserts(older, newer, batch, most, stop) && deletes(older, newer, batch, most, stop)
        ? Optional.of(batch)
        : Optional.empty();
  }

  /** The edges that were; false when there are more than so many. */
  private boolean inserts(
      GraphVersion older, GraphVersion newer, EdgeBatch batch, int most, StopCheck stop) {
    return withIds(
        older,
        this::compared,
        now ->
            forEachEdge(
                older,
                stop,
                (one, other) -> {
                  if (newer.hasEdge(now.applyAsLong(one), now.applyAsLong(other))) {
                    return true;
                  }
                  if (batch.size() == most) {
                    return false;
                  }
                  batch.insert(now.applyAsLong(one), now.applyAsLong(other));
                  return true;
                }));
  }

  /** The edges that came; false when there are more than so many changes. */
  private boolean deletes(
      GraphVersion older, GraphVersion newer, EdgeBatch batch, int most, StopCheck stop) {
    if (older.edgeCount() - batch.size() == newer.edgeCount()) {
      return true;
    }
    return withIds(
        newer,
        this::inBefore,
        then ->
            forEachEdge(
                newer,
                stop,
                (one, other) -> {
                  if (older.hasEdge(then.applyAsLong(one), then.applyAsLong(other))) {
                    return true;
                  }
                  if (batch.size() == most) {
                    return false;
                  }
                  batch.delete(newer.id(one), newer.id(other));
                  return true;
                }));
  }

  /** Asks something of the ids of a version's slots, which are off the heap and in the account. */
  private boolean withIds(
      GraphVersion version, LongUnaryOperator of, Predicate<IntToLongFunction> question) {
    long bytes = (long) Long.BYTES * version.slotCount();
    if (!memory.tryReserve(bytes)) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "two versions are compared by the names of their vertices, and the process has no memory"
              + " left for the %d bytes that takes".formatted(bytes));
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ids = arena.allocate(bytes, Long.BYTES);
      for (int slot = 0; slot < version.slotCount(); slot++) {
        long id = version.degree(slot) == 0 ? NONE : of.applyAsLong(version.id(slot));
        ids.setAtIndex(ValueLayout.JAVA_LONG, slot, id);
      }
      return question.test(slot -> ids.getAtIndex(ValueLayout.JAVA_LONG, slot));
    } finally {
      memory.release(bytes);
    }
  }

  /** Takes an edge by its slots; false ends it. */
  @FunctionalInterface
  private interface EdgeSink {
    boolean edge(int one, int other);
  }

  private static boolean forEachEdge(GraphVersion version, StopCheck stop, EdgeSink sink) {
    int[] row = new int[64];
    for (int slot = 0; slot < version.slotCount(); slot++) {
      if (slot % ROWS_BETWEEN_STOPS == 0) {
        stop.checkStopped();
      }
      int degree = version.degree(slot);
      row = row.length < degree ? new int[2 * degree] : row;
      int copied = version.copyNeighbors(slot, row);
      for (int i = 0; i < copied; i++) {
        if (row[i] > slot && !sink.edge(slot, row[i])) {
          return false;
        }
      }
    }
    return true;
  }
}
