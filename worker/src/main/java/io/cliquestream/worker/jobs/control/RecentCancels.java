package io.cliquestream.worker.jobs.control;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.cliquestream.worker.jobs.JobServiceSettings;
import java.util.Optional;

/** Cancel requests of the recent past, so that one that arrives before its job still counts. */
public final class RecentCancels {
  private final Cache<String, String> reasons;

  public RecentCancels(JobServiceSettings settings) {
    this.reasons =
        Caffeine.newBuilder()
            .maximumSize(settings.jobs().rememberedCancels())
            .expireAfterWrite(settings.jobs().cancelMemory())
            .build();
  }

  public void add(String jobId, String reason) {
    reasons.put(jobId, reason);
  }

  public Optional<String> reason(String jobId) {
    return Optional.ofNullable(reasons.getIfPresent(jobId));
  }
}
