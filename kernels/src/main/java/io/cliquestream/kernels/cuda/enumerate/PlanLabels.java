package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Pattern;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The labels that a pattern tells apart, at most eight, and which of them a graph's vertices have:
 * one bit each, so that a set's members are asked with one byte.
 *
 * @param distinct labels of the pattern's vertices, each once
 */
record PlanLabels(List<Integer> distinct) {
  PlanLabels {
    distinct = List.copyOf(distinct);
  }

  /** The labels of a pattern; none if it names none. */
  static PlanLabels of(Pattern pattern) {
    return new PlanLabels(
        IntStream.range(0, pattern.vertexCount())
            .map(pattern::label)
            .filter(label -> label != Pattern.ANY_LABEL)
            .distinct()
            .boxed()
            .toList());
  }

  /** A label as plans write it: from 1 on, and 0 for any. */
  int code(int label) {
    return label == Pattern.ANY_LABEL ? 0 : distinct.indexOf(label) + 1;
  }

  /**
   * What each vertex has of them, bit {@code code - 1}, by dense vertex.
   *
   * @throws ComputeException OPTION_INVALID when there is no label for each vertex
   */
  byte[] bits(VertexLabels labels, int vertexCount) {
    Options.require(
        labels.vertexCount() == vertexCount,
        labels.vertexCount() + " labels for " + vertexCount + " vertices");
    byte[] bits = new byte[vertexCount];
    for (int v = 0; v < bits.length; v++) {
      int found = distinct.indexOf(labels.get(v));
      bits[v] = (byte) (found < 0 ? 0 : 1 << found);
    }
    return bits;
  }
}
