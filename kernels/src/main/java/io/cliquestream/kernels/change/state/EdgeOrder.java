package io.cliquestream.kernels.change.state;

import io.cliquestream.kernels.change.rows.GraphAssembly;
import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import java.io.IOException;
import java.util.Arrays;

/**
 * The order in which answers name vertices and edges: vertices ascend by id, edges stand at their
 * smaller vertex, ascending by the other ({@link
 * io.cliquestream.kernels.graph.SimpleGraph#forEachEdge}). Eight bytes for each slot.
 */
public final class EdgeOrder {
  private final RowView rows;
  private final int[] vertices;
  private final int[] dense;

  private EdgeOrder(RowView rows, int[] vertices) {
    this.rows = rows;
    this.vertices = vertices;
    this.dense = new int[rows.slots()];
    for (int v = 0; v < vertices.length; v++) {
      dense[vertices[v]] = v;
    }
  }

  /** The order of a version. */
  public static EdgeOrder of(RowView rows) {
    return new EdgeOrder(rows, GraphAssembly.vertices(rows));
  }

  /** Number of vertices. */
  public int vertexCount() {
    return vertices.length;
  }

  /** The slot of a vertex. */
  public int slot(int vertex) {
    return vertices[vertex];
  }

  /** The vertex of a slot that has a row. */
  public int vertex(int slot) {
    return dense[slot];
  }

  /** Takes an edge. */
  @FunctionalInterface
  public interface Visitor {
    /** An edge by its index and slots. */
    void edge(long index, int first, int second);
  }

  /** Takes an edge and may fail. */
  @FunctionalInterface
  public interface CheckedVisitor {
    /** An edge by its index and slots. */
    void edge(long index, int first, int second) throws IOException;
  }

  /** Visits every edge in order. */
  public void forEach(Visitor visitor) {
    try {
      forEachChecked(visitor::edge);
    } catch (IOException e) {
      throw new AssertionError("a visitor of this kind does no input or output", e);
    }
  }

  /** Visits every edge in order. */
  public void forEachChecked(CheckedVisitor visitor) throws IOException {
    StageRows reader = StageRows.of(rows);
    IntBuffer row = new IntBuffer();
    long index = 0;
    for (int v = 0; v < vertices.length; v++) {
      int length = reader.read(vertices[v], row);
      int[] values = row.values();
      for (int i = 0; i < length; i++) {
        values[i] = dense[values[i]];
      }
      Arrays.sort(values, 0, length);
      for (int i = 0; i < length; i++) {
        if (values[i] > v) {
          visitor.edge(index++, vertices[v], vertices[values[i]]);
        }
      }
    }
  }
}
