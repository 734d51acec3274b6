package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * The ways in which two vertices of a graph, in this order, can be two of a match.
 *
 * <p>An assignment of a pattern's vertices and the ones that its automorphisms make of it are one
 * match. So if (u, v) are the images of (a, b) in one of them, they are the images of exactly the
 * pairs that automorphisms map (a, b) to: looking for (u, v) at one pair of each such orbit meets
 * every match that holds both once, and nothing twice (the dual matching of RapidFlow, Sun et al.,
 * VLDB 2022, for all automorphic edges at once).
 */
public final class PatternAnchors {
  /**
   * A pair of the pattern's vertices, the least of its orbit.
   *
   * @param adjacent whether the pattern has this edge
   * @param first the vertex of the pattern that the first one of the graph is
   * @param second likewise for the second one
   */
  public record Anchor(int first, int second, boolean adjacent) {}

  private final AutomorphismGroup group;
  private final List<Anchor> anchors = new ArrayList<>();

  private PatternAnchors(Pattern pattern) {
    group = AutomorphismGroup.of(pattern);
    for (int first = 0; first < pattern.vertexCount(); first++) {
      for (int second = 0; second < pattern.vertexCount(); second++) {
        if (first != second && group.isLeast(first, second)) {
          anchors.add(new Anchor(first, second, pattern.hasEdge(first, second)));
        }
      }
    }
  }

  /**
   * {@return the pairs of a pattern}
   *
   * @param pattern of 2 to 8 vertices, with or without labels
   */
  public static PatternAnchors of(Pattern pattern) {
    return new PatternAnchors(pattern);
  }

  /**
   * {@return one pair of each orbit}
   *
   * @param adjacent whether those that are edges of the pattern, or the others
   */
  public List<Anchor> anchors(boolean adjacent) {
    return anchors.stream().filter(anchor -> anchor.adjacent() == adjacent).toList();
  }

  /**
   * One name for a match, whatever order it was found in: the least assignment that an automorphism
   * makes of it.
   *
   * @param ids by vertex of the pattern
   * @return ids by vertex of the pattern
   */
  public long[] canonical(long[] ids) {
    return group.least(ids);
  }
}
