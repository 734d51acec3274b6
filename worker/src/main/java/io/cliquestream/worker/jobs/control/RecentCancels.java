package io.cliquestream.worker.jobs.control;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.jobs.JobServiceSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cancel requests of the recent past, so that one that arrives before its job still counts. Of one
 * job id the last {@value #OF_ONE_JOB} with different secrets or signers are kept, so that a
 * request that is not permitted takes the place of one that is only after so many.
 */
public final class RecentCancels {
  private static final int OF_ONE_JOB = 8;

  private final CancelRights rights;
  private final Cache<String, List<CancelRequest>> requests;

  public RecentCancels(JobServiceSettings settings, CancelRights rights) {
    this.rights = rights;
    this.requests =
        Caffeine.newBuilder()
            .maximumSize(settings.jobs().rememberedCancels())
            .expireAfterWrite(settings.jobs().cancelMemory())
            .build();
  }

  public void add(CancelRequest cancel) {
    requests
        .asMap()
        .compute(
            cancel.jobId(),
            (_, before) -> {
              List<CancelRequest> all =
                  before == null ? new ArrayList<>() : new ArrayList<>(before);
              all.removeIf(cancel::isSameRight);
              all.add(cancel);
              return List.copyOf(all.subList(Math.max(0, all.size() - OF_ONE_JOB), all.size()));
            });
  }

  /** Why a job is to end, if somebody who may asked for it. */
  public Optional<String> reason(JobRequest job) {
    return of(job).stream()
        .filter(cancel -> rights.permits(cancel, job))
        .map(CancelRequest::reason)
        .findFirst();
  }

  /** Requests for the end of a job by others. */
  public List<CancelRequest> refused(JobRequest job) {
    return of(job).stream().filter(cancel -> !rights.permits(cancel, job)).toList();
  }

  private List<CancelRequest> of(JobRequest job) {
    List<CancelRequest> known = requests.getIfPresent(job.getJobId());
    return known == null ? List.of() : known;
  }
}
