package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import java.util.Arrays;

/**
 * What one graph has and another has not. Vertices are the same when their ids are, or, where a
 * caller knows their names, when it says so. Four bytes a vertex of either graph; each edge is
 * looked for in the other graph's shorter row.
 */
public final class GraphDifference {
  /** Stands for a vertex that the other graph has not. */
  private static final int ABSENT = -1;

  private final Graph first;
  private final Graph second;

  /** By vertex of the second graph the same vertex of the first, and the other way round. */
  private final int[] inFirst;

  private final int[] inSecond;

  /**
   * Numbers of both.
   *
   * @param commonVertices vertices of both graphs
   * @param addedVertices of the second graph alone
   * @param removedVertices of the first graph alone
   * @param commonEdges edges of both graphs
   * @param addedEdges of the second graph alone
   * @param removedEdges of the first graph alone
   */
  public record Totals(
      long commonVertices,
      long addedVertices,
      long removedVertices,
      long commonEdges,
      long addedEdges,
      long removedEdges) {}

  /** Says which vertex of a graph another graph's vertex is. */
  @FunctionalInterface
  public interface Naming {
    /**
     * The vertex of the first graph that is this one of the second, or a negative number.
     *
     * @param vertexOfSecond dense
     * @return dense, or negative where the first graph has no such vertex
     */
    int inFirst(int vertexOfSecond);
  }

  /** Takes an edge that one graph alone has. */
  @FunctionalInterface
  public interface EdgeSink {
    /**
     * An edge, by its vertices in the graph that has it.
     *
     * @param added whether that is the second graph
     * @param from one end
     * @param to the other end
     */
    void edge(boolean added, int from, int to);
  }

  private GraphDifference(Graph first, Graph second, int[] inFirst, int[] inSecond) {
    this.first = first;
    this.second = second;
    this.inFirst = inFirst;
    this.inSecond = inSecond;
  }

  /**
   * Of graphs whose vertices are the same when their ids are.
   *
   * @param first the graph before
   * @param second the graph behind
   * @param stop ends the matching of vertices
   * @return what compares them
   */
  public static GraphDifference of(Graph first, Graph second, StopCheck stop) {
    int[] next = {0};
    return of(
        first,
        second,
        v -> {
          // Ids ascend in both graphs.
          long id = second.originalId(v);
          while (next[0] < first.vertexCount()
              && Long.compareUnsigned(first.originalId(next[0]), id) < 0) {
            next[0]++;
          }
          return next[0] < first.vertexCount() && first.originalId(next[0]) == id
              ? next[0]
              : ABSENT;
        },
        stop);
  }

  /**
   * Of graphs whose vertices are the same where a caller says so.
   *
   * @param first the graph before
   * @param second the graph behind
   * @param naming asked once for each vertex of the second graph, ascending
   * @param stop ends the matching of vertices
   * @return what compares them
   */
  public static GraphDifference of(Graph first, Graph second, Naming naming, StopCheck stop) {
    StopMeter meter = new StopMeter(stop);
    int[] inFirst = new int[second.vertexCount()];
    int[] inSecond = new int[first.vertexCount()];
    Arrays.fill(inSecond, ABSENT);
    for (int v = 0; v < inFirst.length; v++) {
      meter.work(8);
      inFirst[v] = naming.inFirst(v);
      if (inFirst[v] >= 0) {
        inSecond[inFirst[v]] = v;
      }
    }
    return new GraphDifference(first, second, inFirst, inSecond);
  }

  /**
   * Compares the graphs, and gives every edge that only one of them has to a sink.
   *
   * @param sink called on the calling thread
   * @param stop ends the comparison
   * @return how many vertices and edges are common and not
   */
  public Totals compare(EdgeSink sink, StopCheck stop) {
    long vertices = Arrays.stream(inFirst).filter(v -> v >= 0).count();
    long removed = edges(first, second, inSecond, false, sink, stop);
    long added = edges(second, first, inFirst, true, sink, stop);
    return new Totals(
        vertices,
        second.vertexCount() - vertices,
        first.vertexCount() - vertices,
        first.edgeCount() - removed,
        added,
        removed);
  }

  /** The edges of a graph that the other has not. */
  private static long edges(
      Graph graph, Graph other, int[] inOther, boolean added, EdgeSink sink, StopCheck stop) {
    StopMeter meter = new StopMeter(stop);
    long alone = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      int own = inOther[v];
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        int neighbor = graph.neighbor(i);
        if (neighbor < v) {
          continue;
        }
        meter.work(16);
        int there = inOther[neighbor];
        if (own < 0 || there < 0 || !other.hasEdge(own, there)) {
          alone++;
          sink.edge(added, v, neighbor);
        }
      }
    }
    return alone;
  }
}
