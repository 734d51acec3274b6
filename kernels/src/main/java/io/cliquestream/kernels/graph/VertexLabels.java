package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.Arrays;

/**
 * A label of every vertex of a graph, by dense vertex: a number from 0 on whose meaning is the
 * caller's. Immutable; any number of threads may read it.
 */
public final class VertexLabels {
  private final int[] labels;

  private VertexLabels(int[] labels) {
    this.labels = labels;
  }

  /**
   * Labels in the order of dense vertices.
   *
   * @param labels of the vertices 0, 1, 2 and so on, each 0 or more
   * @return keeps a copy
   * @throws ComputeException OPTION_INVALID for a negative one
   */
  public static VertexLabels of(int... labels) {
    for (int label : labels) {
      if (label < 0) {
        throw new ComputeException(
            FailureCode.OPTION_INVALID, "labels are 0 or more, not " + label);
      }
    }
    return new VertexLabels(labels.clone());
  }

  /** {@return number of vertices} */
  public int vertexCount() {
    return labels.length;
  }

  /**
   * The labels in the order of dense vertices.
   *
   * @return a new array
   */
  public int[] toArray() {
    return labels.clone();
  }

  /**
   * The label of a vertex.
   *
   * @param vertex dense, 0 to n - 1
   * @return 0 or more
   */
  public int get(int vertex) {
    return labels[vertex];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VertexLabels same && Arrays.equals(labels, same.labels);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(labels);
  }
}
