package io.cliquestream.worker.jobs.split;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.cliquestream.v1.PlanNotice;

/** What notices say of plans, the newest of them; bounded, whatever comes. Thread-safe. */
final class PlanNotices {
  private static final int PLANS = 10_000;

  /** Of a plan's id, which is a UUID. */
  private static final int ID_CHARACTERS = 64;

  private final Cache<String, Boolean> ended = Caffeine.newBuilder().maximumSize(PLANS).build();
  private final Cache<String, Integer> cliques = Caffeine.newBuilder().maximumSize(PLANS).build();

  /** Whether an id is one that a worker gives a plan, and not an attempt to fill the memory. */
  static boolean isPlanId(String planId) {
    return !planId.isEmpty() && planId.length() <= ID_CHARACTERS;
  }

  void take(PlanNotice notice) {
    if (!isPlanId(notice.getPlanId())) {
      return;
    }
    if (notice.getEnded()) {
      ended.put(notice.getPlanId(), true);
    }
    if (notice.getKnownClique() > 0) {
      cliques.asMap().merge(notice.getPlanId(), notice.getKnownClique(), Math::max);
    }
  }

  /** Whether a plan's job has ended. */
  boolean hasEnded(String planId) {
    return ended.getIfPresent(planId) != null;
  }

  /** Size of a clique that is known; 0 when none is. */
  int knownClique(String planId) {
    Integer known = cliques.getIfPresent(planId);
    return known == null ? 0 : known;
  }
}
