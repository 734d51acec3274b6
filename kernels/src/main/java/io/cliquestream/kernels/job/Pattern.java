package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.Arrays;

/**
 * A connected simple graph on vertices 0 … n-1, 2 ≤ n ≤ 8, as one adjacency bit row per vertex.
 * Immutable.
 */
public final class Pattern {
  /** Largest number of vertices. */
  public static final int MAXIMUM_VERTICES = 8;

  private final int[] rows;

  private Pattern(int[] rows) {
    this.rows = rows;
  }

  /**
   * A pattern from a text such as "0-1,1-2,2-0".
   *
   * @throws ComputeException PATTERN_INVALID when it is not a connected simple graph on 2 to 8
   *     vertices numbered from 0 without gaps
   */
  public static Pattern parse(String text) {
    String[] parts = text.split(",", -1);
    int[] ends = new int[2 * parts.length];
    for (int i = 0; i < parts.length; i++) {
      String[] sides = parts[i].strip().split("-", -1);
      if (sides.length != 2) {
        throw invalid("'" + parts[i] + "' is not an edge like 0-1");
      }
      for (int side = 0; side < 2; side++) {
        try {
          ends[2 * i + side] = Integer.parseInt(sides[side].strip());
        } catch (NumberFormatException e) {
          throw new ComputeException(
              FailureCode.PATTERN_INVALID, "'" + sides[side] + "' is not a vertex number", e);
        }
      }
    }
    return of(ends);
  }

  /** A pattern from edges given as pairs of vertices; see {@link #parse} for the rules. */
  public static Pattern of(int... ends) {
    int vertices = 0;
    for (int end : ends) {
      if (end < 0 || end >= MAXIMUM_VERTICES) {
        throw invalid("vertex " + end + " is not between 0 and " + (MAXIMUM_VERTICES - 1));
      }
      vertices = Math.max(vertices, end + 1);
    }
    if (ends.length < 2 || ends.length % 2 != 0) {
      throw invalid("a pattern needs at least one edge");
    }
    int[] rows = new int[vertices];
    for (int i = 0; i < ends.length; i += 2) {
      if (ends[i] == ends[i + 1]) {
        throw invalid("vertex " + ends[i] + " has an edge to itself");
      }
      rows[ends[i]] |= 1 << ends[i + 1];
      rows[ends[i + 1]] |= 1 << ends[i];
    }
    int reached = 1;
    for (int round = 0; round < vertices; round++) {
      for (int v = 0; v < vertices; v++) {
        if ((reached >> v & 1) != 0) {
          reached |= rows[v];
        }
      }
    }
    if (reached != (1 << vertices) - 1) {
      throw invalid("the pattern is not connected, or a vertex number is left out");
    }
    return new Pattern(rows);
  }

  /** The pattern of {@code k} vertices, 2 to 8, all of them adjacent. */
  public static Pattern complete(int k) {
    int[] ends = new int[k * (k - 1)];
    int used = 0;
    for (int i = 0; i < k; i++) {
      for (int j = i + 1; j < k; j++) {
        ends[used++] = i;
        ends[used++] = j;
      }
    }
    return of(ends);
  }

  private static ComputeException invalid(String message) {
    return new ComputeException(FailureCode.PATTERN_INVALID, message);
  }

  /** Number of vertices. */
  public int vertexCount() {
    return rows.length;
  }

  /** Number of edges. */
  public int edgeCount() {
    return Arrays.stream(rows).map(Integer::bitCount).sum() / 2;
  }

  /** Whether all vertices are adjacent. */
  public boolean isComplete() {
    return edgeCount() == rows.length * (rows.length - 1) / 2;
  }

  /** Bit j is set when {i, j} is an edge. */
  public int row(int vertex) {
    return rows[vertex];
  }

  /** Whether {first, second} is an edge. */
  public boolean hasEdge(int first, int second) {
    return (rows[first] >> second & 1) != 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Pattern pattern && Arrays.equals(rows, pattern.rows);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(rows);
  }

  /** The edges in the form that {@link #parse} reads. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.length; i++) {
      for (int j = i + 1; j < rows.length; j++) {
        if (hasEdge(i, j)) {
          text.append(text.isEmpty() ? "" : ",").append(i).append('-').append(j);
        }
      }
    }
    return text.toString();
  }
}
