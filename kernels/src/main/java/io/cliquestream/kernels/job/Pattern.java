package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.Arrays;

/**
 * A connected simple graph on vertices 0 … n-1, 2 ≤ n ≤ 8, as one adjacency bit row per vertex.
 * Each vertex may name the label that its match must have. Immutable.
 */
public final class Pattern {
  /** Largest number of vertices. */
  public static final int MAXIMUM_VERTICES = 8;

  /** The label of a vertex that may match any. */
  public static final int ANY_LABEL = -1;

  private static final char LABELS = ';';
  private static final String ANY = "*";

  private final int[] rows;
  private final int[] labels;

  private Pattern(int[] rows, int[] labels) {
    this.rows = rows;
    this.labels = labels;
  }

  /**
   * A pattern from a text such as "0-1,1-2,2-0", or with labels by vertex "0-1,1-2,2-0;4,*,7",
   * where * stands for any.
   *
   * @param text edges, and perhaps labels by vertex behind a semicolon
   * @return vertices are numbered as in the text
   * @throws ComputeException PATTERN_INVALID when it is not a connected simple graph on 2 to 8
   *     vertices numbered from 0 without gaps
   */
  public static Pattern parse(String text) {
    int end = text.indexOf(LABELS);
    return end < 0
        ? parseEdges(text)
        : parseEdges(text.substring(0, end)).withLabels(parseLabels(text.substring(end + 1)));
  }

  /**
   * Labels such as "4,*,7".
   *
   * @param text labels or * with commas between
   * @return {@link #ANY_LABEL} for *
   * @throws ComputeException PATTERN_INVALID for any other text
   */
  public static int[] parseLabels(String text) {
    String[] parts = text.split(",", -1);
    int[] labels = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      boolean any = parts[i].strip().equals(ANY);
      labels[i] = any ? ANY_LABEL : number(parts[i], "a label or *");
      if (labels[i] < 0 && !any) {
        throw invalid("labels are 0 or more, not " + labels[i]);
      }
    }
    return labels;
  }

  private static int number(String text, String what) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new ComputeException(FailureCode.PATTERN_INVALID, "'" + text + "' is not " + what, e);
    }
  }

  private static Pattern parseEdges(String text) {
    String[] parts = text.split(",", -1);
    int[] ends = new int[2 * parts.length];
    for (int i = 0; i < parts.length; i++) {
      String[] sides = parts[i].strip().split("-", -1);
      if (sides.length != 2) {
        throw invalid("'" + parts[i] + "' is not an edge like 0-1");
      }
      for (int side = 0; side < 2; side++) {
        ends[2 * i + side] = number(sides[side], "a vertex number");
      }
    }
    return of(ends);
  }

  /**
   * A pattern from edges given as pairs of vertices; see {@link #parse} for the rules.
   *
   * @param ends {@code from, to, from, to, …}
   * @return without labels
   */
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
    int[] labels = new int[vertices];
    Arrays.fill(labels, ANY_LABEL);
    return new Pattern(rows, labels);
  }

  /**
   * The same pattern with other labels.
   *
   * @param wanted by vertex, each 0 or more, or {@link #ANY_LABEL}
   * @return this pattern's edges
   * @throws ComputeException PATTERN_INVALID when they are not one for each vertex
   */
  public Pattern withLabels(int... wanted) {
    if (wanted.length != rows.length) {
      throw invalid(wanted.length + " labels for a pattern of " + rows.length + " vertices");
    }
    for (int label : wanted) {
      if (label < ANY_LABEL) {
        throw invalid("labels are 0 or more, not " + label);
      }
    }
    return new Pattern(rows, wanted.clone());
  }

  /**
   * {@return the label that a vertex's match must have, or {@link #ANY_LABEL}}
   *
   * @param vertex 0 to n - 1
   */
  public int label(int vertex) {
    return labels[vertex];
  }

  /** {@return whether some vertex names a label} */
  public boolean isLabelled() {
    return Arrays.stream(labels).anyMatch(label -> label != ANY_LABEL);
  }

  /**
   * The pattern of {@code k} vertices, 2 to 8, all of them adjacent.
   *
   * @param k number of vertices
   * @return without labels
   */
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

  /** {@return number of vertices} */
  public int vertexCount() {
    return rows.length;
  }

  /** {@return number of edges} */
  public int edgeCount() {
    return Arrays.stream(rows).map(Integer::bitCount).sum() / 2;
  }

  /** {@return whether all vertices are adjacent} */
  public boolean isComplete() {
    return edgeCount() == rows.length * (rows.length - 1) / 2;
  }

  /**
   * The neighbours of a vertex as bits: bit j is set when {i, j} is an edge.
   *
   * @param vertex i, 0 to n - 1
   * @return of 8 bits at most
   */
  public int row(int vertex) {
    return rows[vertex];
  }

  /**
   * {@return whether {first, second} is an edge}
   *
   * @param first 0 to n - 1
   * @param second 0 to n - 1
   */
  public boolean hasEdge(int first, int second) {
    return (rows[first] >> second & 1) != 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Pattern pattern
        && Arrays.equals(rows, pattern.rows)
        && Arrays.equals(labels, pattern.labels);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(rows) + Arrays.hashCode(labels);
  }

  /** Edges and, if there are any, labels in the form that {@link #parse} reads. */
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
    if (isLabelled()) {
      char separator = LABELS;
      for (int label : labels) {
        text.append(separator).append(label == ANY_LABEL ? ANY : Integer.toString(label));
        separator = ',';
      }
    }
    return text.toString();
  }
}
