package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Pattern;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How common the labels are that a pattern names: exact, and a function of graph and labels alone.
 *
 * @param shares by label; empty when they are not known
 */
public record LabelShares(Map<Integer, Share> shares) {
  /** Nothing is known: every label counts as everybody's. */
  public static final LabelShares UNKNOWN = new LabelShares(Map.of());

  /**
   * Of one label, 0 to 1 and never 0.
   *
   * @param vertices of all vertices
   * @param reached of those that a random edge leads to
   */
  record Share(double vertices, double reached) {}

  private static final Share ALL = new Share(1, 1);

  /**
   * Counts the labels of a pattern: one look at every vertex.
   *
   * @param graph whose vertices have the labels
   * @param labels one for each vertex
   * @param pattern whose labels are counted
   * @param stop asked every few milliseconds
   * @return has a share for each label that the pattern names
   * @throws io.cliquestream.kernels.control.StoppedException when the work should end
   */
  public static LabelShares of(Graph graph, VertexLabels labels, Pattern pattern, StopCheck stop) {
    StopMeter meter = new StopMeter(stop);
    int[] wanted =
        IntStream.range(0, pattern.vertexCount())
            .map(pattern::label)
            .filter(label -> label != Pattern.ANY_LABEL)
            .distinct()
            .toArray();
    long[] vertices = new long[wanted.length];
    long[] arcs = new long[wanted.length];
    for (int v = 0; v < graph.vertexCount(); v++) {
      meter.work(4);
      int label = labels.get(v);
      for (int i = 0; i < wanted.length; i++) {
        if (wanted[i] == label) {
          vertices[i]++;
          arcs[i] += graph.degree(v);
        }
      }
    }
    Map<Integer, Share> shares = new HashMap<>();
    for (int i = 0; i < wanted.length; i++) {
      shares.put(
          wanted[i],
          new Share(
              share(vertices[i], graph.vertexCount()), share(arcs[i], 2 * graph.edgeCount())));
    }
    return new LabelShares(Map.copyOf(shares));
  }

  /** A label that nobody has is rarer than one that somebody has, and no more. */
  private static double share(long found, long all) {
    return (found + 0.5) / (all + 0.5);
  }

  Share of(int label) {
    return shares.getOrDefault(label, ALL);
  }
}
