package io.cliquestream.kernels.change;

import io.cliquestream.kernels.change.rows.RawChanges;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.graph.EdgeArray;
import java.util.Arrays;

/**
 * Changes of edges in the order in which they came, by the ids of the input (unsigned, 64 bits), in
 * either direction. When it is applied the last change of a pair counts; loops are dropped, and so
 * is what changes nothing. Takes 17 bytes of heap for each change. Not safe for use by several
 * threads; may be used again after {@link #clear}.
 */
public final class EdgeBatch {
  private static final int FIRST = 16;
  private static final int PAIRS_AT_ONCE = 1 << 10;

  private final int most;
  private long[] ids = new long[2 * FIRST];
  private boolean[] inserted = new boolean[FIRST];
  private int size;

  private EdgeBatch(int most) {
    this.most = most;
  }

  /**
   * An empty batch.
   *
   * @param most changes that it takes, 1 to 2^28
   * @return no changes yet; its memory grows with them
   */
  public static EdgeBatch withRoom(int most) {
    Options.require(
        most >= 1 && most <= 1 << 28, "a batch has room for 1 to 2^28 changes, not " + most);
    return new EdgeBatch(most);
  }

  /**
   * The batch of a delta: the deletions, then the insertions, so a pair in both lists is there
   * afterwards.
   *
   * @param inserted pairs of ids; stays the caller's
   * @param deleted pairs of ids; stays the caller's
   * @param most changes that it takes, 1 to 2^28
   * @return the deletions, then the insertions
   * @throws ComputeException JOB_MEMORY_EXCEEDED when there are more than {@code most} pairs
   */
  public static EdgeBatch ofDelta(EdgeArray inserted, EdgeArray deleted, int most) {
    EdgeBatch batch = withRoom(most);
    batch.addAll(deleted, false);
    batch.addAll(inserted, true);
    return batch;
  }

  private void addAll(EdgeArray edges, boolean inserts) {
    long[] piece = new long[2 * PAIRS_AT_ONCE];
    for (long at = 0; at < edges.size(); ) {
      int pairs = edges.copyPairs(at, piece);
      for (int i = 0; i < pairs; i++) {
        add(piece[2 * i], piece[2 * i + 1], inserts);
      }
      at += pairs;
    }
  }

  /**
   * Adds an edge.
   *
   * @param from id of one end
   * @param to id of the other; a loop counts as a change and is dropped when the batch is applied
   * @throws ComputeException JOB_MEMORY_EXCEEDED when the batch is full
   */
  public void insert(long from, long to) {
    add(from, to, true);
  }

  /**
   * Takes an edge away.
   *
   * @param from id of one end
   * @param to id of the other, in either direction
   * @throws ComputeException JOB_MEMORY_EXCEEDED when the batch is full
   */
  public void delete(long from, long to) {
    add(from, to, false);
  }

  private void add(long from, long to, boolean inserts) {
    if (size == inserted.length) {
      if (size >= most) {
        throw full();
      }
      int room = (int) Math.min(most, 2L * size);
      ids = Arrays.copyOf(ids, 2 * room);
      inserted = Arrays.copyOf(inserted, room);
    }
    if (size >= most) {
      throw full();
    }
    ids[2 * size] = from;
    ids[2 * size + 1] = to;
    inserted[size++] = inserts;
  }

  private ComputeException full() {
    return new ComputeException(
        FailureCode.JOB_MEMORY_EXCEEDED, "a batch has room for " + most + " changes");
  }

  /** {@return number of changes, repeated ones included} */
  public int size() {
    return size;
  }

  /**
   * {@return the id of one end of a change, as it was given}
   *
   * @param index 0 … {@link #size} - 1, in the order in which they came
   */
  public long from(int index) {
    return ids[2 * index];
  }

  /**
   * {@return the id of the other end of a change}
   *
   * @param index 0 … {@link #size} - 1, in the order in which they came
   */
  public long to(int index) {
    return ids[2 * index + 1];
  }

  /**
   * {@return whether a change inserts its edge; otherwise it deletes it}
   *
   * @param index 0 … {@link #size} - 1, in the order in which they came
   */
  public boolean inserts(int index) {
    return inserted[index];
  }

  /** Forgets all changes. */
  public void clear() {
    size = 0;
  }

  RawChanges raw() {
    return new RawChanges(ids, inserted, size);
  }
}
