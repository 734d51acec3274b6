package io.cliquestream.kernels.change.pattern;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.GraphSample;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.PatternAnchors;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.util.ArrayList;
import java.util.List;

/**
 * The plans that find every match of a pattern through two given vertices once: for one pair of
 * each orbit, from either of its vertices, so that a search begins at the end of fewer neighbours.
 */
final class AnchoredPlans {
  /**
   * The plans of a pair of the pattern's vertices (a, b).
   *
   * @param forward begins with a, then b
   * @param backward begins with b, then a
   */
  record Both(MatchingPlan forward, MatchingPlan backward) {}

  private final Pattern pattern;
  private final PatternAnchors anchors;
  private final List<Both> adjacent;
  private final List<Both> apart;

  AnchoredPlans(Pattern pattern, Induced induced, boolean counting) {
    this.pattern = pattern;
    this.anchors = PatternAnchors.of(pattern);
    this.adjacent = plans(induced, counting, true);
    this.apart = induced == Induced.VERTEX ? plans(induced, counting, false) : List.of();
  }

  private List<Both> plans(Induced induced, boolean counting, boolean edges) {
    List<Both> plans = new ArrayList<>();
    for (PatternAnchors.Anchor anchor : anchors.anchors(edges)) {
      plans.add(
          new Both(
              PlanCompiler.anchored(
                  pattern, induced, anchor.first(), anchor.second(), counting, GraphSample.TYPICAL),
              PlanCompiler.anchored(
                  pattern,
                  induced,
                  anchor.second(),
                  anchor.first(),
                  counting,
                  GraphSample.TYPICAL)));
    }
    return List.copyOf(plans);
  }

  Pattern pattern() {
    return pattern;
  }

  PatternAnchors anchors() {
    return anchors;
  }

  /** Plans where the two vertices are an edge of the match, or where they are none. */
  List<Both> plans(boolean edges) {
    return edges ? adjacent : apart;
  }

  /** Positions that a plan binds one by one, at most. */
  int depth() {
    int depth = 2;
    for (Both both : adjacent) {
      depth = Math.max(depth, Math.min(both.forward.enumerated(), both.backward.enumerated()));
    }
    for (Both both : apart) {
      depth = Math.max(depth, Math.min(both.forward.enumerated(), both.backward.enumerated()));
    }
    return depth;
  }

  int count() {
    return adjacent.size() + apart.size();
  }
}
