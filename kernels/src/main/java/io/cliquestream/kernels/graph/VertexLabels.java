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

  /** Number of vertices. */
  public int vertexCount() {
    return labels.length;
  }

  /** The labels in the order of dense vertices. */
  public int[] toArray() {
    return labels.clone();
  }

  /** The label of a vertex. */
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
