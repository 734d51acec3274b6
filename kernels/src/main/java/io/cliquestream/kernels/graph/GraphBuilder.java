package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.parallel.Parallelism;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes simple graphs out of edge arrays: drops loops and duplicates, makes ids dense.
 *
 * <p>Everything that grows with the pairs lies off the heap under 64-bit offsets. Building takes,
 * on top of the edge array and the result, at most
 *
 * <ul>
 *   <li>8 bytes per pair and 8 per vertex for rows before duplicates are dropped (the result itself
 *       when there are none),
 *   <li>for ids below 64 × pairs + 2^22 a bitmap of a quarter byte per possible id, and for others
 *       96 bytes per vertex,
 *   <li>on the heap 4 bytes per vertex, and per thread the longest row that is no bitmap, at most
 *       one value in 16 vertices, with a bit per vertex.
 * </ul>
 *
 * The result does not depend on the number of threads.
 */
public final class GraphBuilder {
  private GraphBuilder() {}

  /** Builds with every processor; see {@link #build(PairSource, Parallelism)}. */
  public static Graph build(PairSource edges) {
    return build(edges, Parallelism.available());
  }

  /**
   * Builds the simple undirected graph of an edge array, which stays as it is, or of pairs that are
   * computed as they are read.
   *
   * @throws ComputeException GRAPH_TOO_LARGE beyond 2^31 - 16 vertices with an edge; CANCELLED or
   *     DEADLINE_EXCEEDED when the parallelism's stop check says so
   */
  public static Graph build(PairSource edges, Parallelism parallelism) {
    AtomicLong largest = new AtomicLong();
    LongAdder loops = new LongAdder();
    PairBatches.forEach(
        edges,
        parallelism,
        (ids, length) -> {
          long found = 0;
          int same = 0;
          for (int i = 0; i < length; i += 2) {
            if (ids[i] == ids[i + 1]) {
              same++;
            } else {
              found = maximum(found, maximum(ids[i], ids[i + 1]));
            }
          }
          loops.add(same);
          largest.accumulateAndGet(found, GraphBuilder::maximum);
        });
    long possible = largest.get();
    boolean nearlyDense = possible >= 0 && possible >>> 6 <= Math.max(edges.size(), 1L << 16);
    try (IdMap ids =
        nearlyDense
            ? new BitmapIds(edges, possible, parallelism)
            : new HashedIds(edges, parallelism)) {
      return RowAssembly.assemble(edges, ids, loops.sum(), parallelism);
    }
  }

  private static long maximum(long first, long second) {
    return Long.compareUnsigned(first, second) >= 0 ? first : second;
  }

  /**
   * Builds with every processor; see {@link #applyDelta(Graph, EdgeArray, EdgeArray, Parallelism)}.
   */
  public static DeltaOutcome applyDelta(Graph base, EdgeArray inserted, EdgeArray deleted) {
    return applyDelta(base, inserted, deleted, Parallelism.available());
  }

  /**
   * Builds the next version of a graph, which stays as it is: its edges without the deleted ones,
   * then with the inserted ones, so an edge in both lists ends up there. Rows are merged; costs O(n
   * + m) copying and 24 bytes of heap per vertex. Vertices that lose their last edge vanish.
   *
   * @throws ComputeException GRAPH_TOO_LARGE as in {@link #build(PairSource, Parallelism)}
   */
  public static DeltaOutcome applyDelta(
      Graph base, EdgeArray inserted, EdgeArray deleted, Parallelism parallelism) {
    try (Graph insertions = build(inserted, parallelism);
        Graph deletions = build(deleted, parallelism)) {
      return new DeltaMerge(base, insertions, deletions, parallelism).merge();
    }
  }
}
