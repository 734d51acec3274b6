package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PlanChoice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The plans that were compiled last. The parts of a job, its runs on one version, and jobs on one
 * graph ask for the same plans again and again, and to find those of a census takes longer than to
 * count a small graph along them. Any thread may ask; two that miss at once both compile.
 */
final class PlanCache {
  /**
   * All plans of a census of six vertices on 18 graphs, of seven on two; a plan takes a few
   * kilobytes.
   */
  private static final int MOST = 2_048;

  static final PlanCache SHARED = new PlanCache(MOST);

  /**
   * All that a plan follows from.
   *
   * @param anchors the pattern's vertices that are bound already, in their order
   */
  record Key(
      Pattern pattern,
      Induced induced,
      boolean counting,
      PlanChoice choice,
      List<Integer> anchors,
      GraphSample statistics) {}

  private final Map<Key, MatchingPlan> plans;

  /**
   * @param most plans that are kept; those asked for longest ago go first
   */
  PlanCache(int most) {
    this.plans =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, MatchingPlan> eldest) {
            return size() > most;
          }
        };
  }

  /** The plan of a key; what the compiler throws is thrown, and nothing is kept. */
  MatchingPlan get(Key key, Supplier<MatchingPlan> compiler) {
    synchronized (plans) {
      MatchingPlan known = plans.get(key);
      if (known != null) {
        return known;
      }
    }
    MatchingPlan compiled = compiler.get();
    synchronized (plans) {
      plans.put(key, compiled);
    }
    return compiled;
  }

  int size() {
    synchronized (plans) {
      return plans.size();
    }
  }
}
