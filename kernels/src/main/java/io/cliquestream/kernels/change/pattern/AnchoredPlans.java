package io.cliquestream.kernels.change.pattern;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.GraphSample;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.PatternAnchors;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** Patterns whose plans are kept, the last ones used: making them takes milliseconds. */
  private static final int MOST_KEPT = 256;

  private record Key(Pattern pattern, Induced induced, boolean counting) {}

  private static final Map<Key, AnchoredPlans> KEPT =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, AnchoredPlans> eldest) {
          return size() > MOST_KEPT;
        }
      };

  private final Pattern pattern;
  private final PatternAnchors anchors;
  private final List<Both> adjacent;
  private final List<Both> apart;

  /** The plans of a pattern, for counting or for binding every vertex. Made once. */
  static AnchoredPlans of(Pattern pattern, Induced induced, boolean counting) {
    synchronized (KEPT) {
      return KEPT.computeIfAbsent(
          new Key(pattern, induced, counting),
          key -> new AnchoredPlans(pattern, induced, counting));
    }
  }

  private AnchoredPlans(Pattern pattern, Induced induced, boolean counting) {
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
