package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PairSource;
import io.cliquestream.kernels.graph.SimpleGraph;
import java.util.Optional;

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
 *   <li>on the heap 4 bytes per vertex and 6 MiB per thread; beyond 2^23 vertices per thread the
 *       longest row that is no bitmap, at most one value in 16 vertices, with a bit per vertex.
 * </ul>
 *
 * The result does not depend on the number of threads.
 */
public final class GraphBuilder {
  private GraphBuilder() {}

  /**
   * Builds with every processor; see {@link #build(PairSource, Parallelism)}.
   *
   * @param edges with loops, duplicates and either direction
   * @return a graph that the caller closes
   */
  public static Graph build(PairSource edges) {
    return build(edges, Parallelism.available());
  }

  /**
   * Builds the simple undirected graph of an edge array, which stays as it is, or of pairs that are
   * computed as they are read.
   *
   * @param edges with loops, duplicates and either direction
   * @param parallelism threads, and what stops them
   * @return a graph that the caller closes
   * @throws ComputeException GRAPH_TOO_LARGE beyond {@link DenseLimits#MAXIMUM_VERTICES} vertices
   *     with an edge, which only {@link #buildSimple} takes; CANCELLED or DEADLINE_EXCEEDED when
   *     the parallelism's stop check says so
   */
  public static Graph build(PairSource edges, Parallelism parallelism) {
    var input = PairShape.of(edges, parallelism);
    return SmallRows.build(edges, input, DenseLimits.MAXIMUM_VERTICES, parallelism)
        .orElseGet(() -> buildLarge(edges, input, parallelism));
  }

  /** The same of as many pairs as there may be. */
  static Graph buildLarge(PairSource edges, PairShape input, Parallelism parallelism) {
    try (IdMap ids = idMap(edges, input, parallelism)) {
      return RowAssembly.assemble(edges, ids, input.loops(), parallelism);
    }
  }

  /**
   * Builds a graph of any number of vertices, under the {@link DenseLimits#configured} limits; see
   * {@link #buildSimple(PairSource, Parallelism, DenseLimits)}.
   *
   * @param edges with loops, duplicates and either direction
   * @param parallelism threads, and what stops them
   * @return a graph that the caller closes
   */
  public static SimpleGraph buildSimple(PairSource edges, Parallelism parallelism) {
    return buildSimple(edges, parallelism, DenseLimits.configured());
  }

  /**
   * Builds the simple undirected graph of some pairs: a {@link Graph}, or a {@link
   * io.cliquestream.kernels.graph.WideGraph} where more vertices have an edge than the limits allow
   * a graph.
   *
   * <p>A wide graph takes, while it is built, up to twice 16 bytes per pair and 40 per vertex, with
   * the ids as for {@link #build(PairSource, Parallelism)}.
   *
   * @param edges with loops, duplicates and either direction
   * @param parallelism threads, and what stops them
   * @param limits how many vertices a {@link Graph} may have
   * @return a graph that the caller closes
   * @throws ComputeException CANCELLED or DEADLINE_EXCEEDED when the parallelism's stop check says
   *     so
   */
  public static SimpleGraph buildSimple(
      PairSource edges, Parallelism parallelism, DenseLimits limits) {
    var input = PairShape.of(edges, parallelism);
    Optional<Graph> small =
        SmallRows.build(edges, input, limits.maximumDenseVertices(), parallelism);
    if (small.isPresent()) {
      return small.get();
    }
    try (IdMap ids = idMap(edges, input, parallelism)) {
      return limits.holds(ids.count())
          ? RowAssembly.assemble(edges, ids, input.loops(), parallelism)
          : WideRowAssembly.assemble(edges, ids, input.loops(), parallelism);
    }
  }

  private static IdMap idMap(PairSource edges, PairShape input, Parallelism parallelism) {
    long largest = input.largestId();
    boolean nearlyDense = largest >= 0 && largest >>> 6 <= Math.max(edges.size(), 1L << 16);
    return nearlyDense
        ? new BitmapIds(edges, largest, parallelism)
        : new HashedIds(edges, parallelism);
  }

  /**
   * The next version of a graph and what the delta did.
   *
   * @param graph the new version; its {@link Graph#input} tells of the inserted pairs
   * @param inserted edges added, without those in {@code ignoredInserts}
   * @param deleted edges removed
   * @param ignoredInserts inserted edges that existed and were not deleted at the same time;
   *     repeats within the delta count once
   * @param ignoredDeletes deleted edges that did not exist
   */
  public record DeltaOutcome(
      Graph graph, long inserted, long deleted, long ignoredInserts, long ignoredDeletes) {}

  /**
   * Builds with every processor; see {@link #applyDelta(Graph, EdgeArray, EdgeArray, Parallelism)}.
   *
   * @param base the version before
   * @param inserted edges by ids of the input, in either direction
   * @param deleted edges by ids of the input, in either direction
   * @return the next version, which the caller closes, and what changed
   */
  public static DeltaOutcome applyDelta(Graph base, EdgeArray inserted, EdgeArray deleted) {
    return applyDelta(base, inserted, deleted, Parallelism.available());
  }

  /**
   * Builds the next version of a graph, which stays as it is: its edges without the deleted ones,
   * then with the inserted ones, so an edge in both lists ends up there. Rows are merged; costs O(n
   * + m) copying and 24 bytes of heap per vertex. Vertices that lose their last edge vanish.
   *
   * @param base the version before
   * @param inserted edges by ids of the input, in either direction
   * @param deleted edges by ids of the input, in either direction
   * @param parallelism threads, and what stops them
   * @return the next version, which the caller closes, and what changed
   * @throws ComputeException GRAPH_TOO_LARGE when base and insertions have more than {@link
   *     DenseLimits#MAXIMUM_VERTICES} vertices together; {@link #applySimpleDelta} takes those too
   */
  public static DeltaOutcome applyDelta(
      Graph base, EdgeArray inserted, EdgeArray deleted, Parallelism parallelism) {
    try (Graph insertions = build(inserted, parallelism);
        Graph deletions = build(deleted, parallelism)) {
      return new DeltaMerge(base, insertions, deletions, parallelism).merge();
    }
  }

  /**
   * Builds the next version of a graph of any number of vertices, under the {@link
   * DenseLimits#configured} limits; see {@link #applySimpleDelta(SimpleGraph, EdgeArray, EdgeArray,
   * Parallelism, DenseLimits)}.
   *
   * @param base the version before
   * @param inserted edges by ids of the input, in either direction
   * @param deleted edges by ids of the input, in either direction
   * @param parallelism threads, and what stops them
   * @return the next version, which the caller closes
   */
  public static SimpleGraph applySimpleDelta(
      SimpleGraph base, EdgeArray inserted, EdgeArray deleted, Parallelism parallelism) {
    return applySimpleDelta(base, inserted, deleted, parallelism, DenseLimits.configured());
  }

  /**
   * Builds the next version of a graph of any number of vertices: its edges without the deleted
   * ones, then with the inserted ones. Merges rows where base and insertions together are within
   * the limits, and builds anew from the edges, at the cost of {@link #buildSimple}, elsewhere.
   *
   * @param base the version before
   * @param inserted edges by ids of the input, in either direction
   * @param deleted edges by ids of the input, in either direction
   * @param parallelism threads, and what stops them
   * @param limits how many vertices a {@link Graph} may have
   * @return the next version, which the caller closes
   */
  public static SimpleGraph applySimpleDelta(
      SimpleGraph base,
      EdgeArray inserted,
      EdgeArray deleted,
      Parallelism parallelism,
      DenseLimits limits) {
    try (SimpleGraph insertions = buildSimple(inserted, parallelism, limits);
        SimpleGraph deletions = buildSimple(deleted, parallelism, limits)) {
      if (base instanceof Graph dense
          && insertions instanceof Graph few
          && deletions instanceof Graph gone
          && limits.holds(base.vertexTotal() + insertions.vertexTotal())) {
        return new DeltaMerge(dense, few, gone, parallelism).merge().graph();
      }
      return buildSimple(new DeltaPairs(base, inserted, deletions), parallelism, limits);
    }
  }
}
