package io.cliquestream.worker.job;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;

/** Cancel requests of the recent past, so that one that arrives before its job still counts. */
final class RecentCancels {
  private final Cache<String, String> reasons;

  RecentCancels(JobServiceSettings settings) {
    this.reasons =
        Caffeine.newBuilder()
            .maximumSize(settings.jobs().rememberedCancels())
            .expireAfterWrite(settings.jobs().cancelMemory())
            .build();
  }

  void add(String jobId, String reason) {
    reasons.put(jobId, reason);
  }

  Optional<String> reason(String jobId) {
    return Optional.ofNullable(reasons.getIfPresent(jobId));
  }
}
