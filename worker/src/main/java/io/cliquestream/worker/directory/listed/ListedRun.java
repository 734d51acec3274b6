package io.cliquestream.worker.directory.listed;

import io.cliquestream.v1.JobResult;

/**
 * A run that has its result.
 *
 * @param run 0 for a job that runs once
 * @param version that was read, unsigned; 0 for none
 * @param value the answer's one number in decimal; empty where it has none
 * @param difference what changed since the run before; null where the answer is whole
 * @param ended time of the result's record, Unix milliseconds
 * @param failure null when it succeeded
 * @param partition of the results topic
 * @param offset of the result there
 * @param pagesFrom offset at which its pages begin, or the result's where that is not known
 * @param pages how many there are
 * @param worker who answered; empty when it did not say
 */
public record ListedRun(
    long run,
    ListedState status,
    boolean partial,
    long version,
    String value,
    ListedDifference difference,
    long ended,
    long computeNanos,
    long skippedVersions,
    ListedFailure failure,
    int partition,
    long offset,
    long pagesFrom,
    long pages,
    String worker) {
  public static ListedRun of(
      JobResult result, long ended, int partition, long offset, long pagesFrom, String worker) {
    return new ListedRun(
        result.getRun(),
        ListedState.of(result.getStatus()),
        result.getPartial(),
        result.getGraphVersion(),
        AnswerValue.of(result),
        result.hasDifference() ? ListedDifference.of(result.getDifference()) : null,
        ended,
        result.getTimings().getComputeNanos(),
        result.getSkippedVersionCount(),
        result.hasFailure() ? ListedFailure.of(result.getFailure()) : null,
        partition,
        offset,
        pagesFrom,
        result.getPageCount(),
        worker);
  }

  /** The same with a value that the runs before tell, where its own record does not. */
  public ListedRun after(Iterable<ListedRun> newestFirst) {
    if (difference == null || !value.isEmpty()) {
      return this;
    }
    for (ListedRun before : newestFirst) {
      if (before.status == ListedState.SUCCEEDED) {
        return withValue(AnswerValue.following(difference, before));
      }
    }
    return this;
  }

  private ListedRun withValue(String known) {
    return new ListedRun(
        run,
        status,
        partial,
        version,
        known,
        difference,
        ended,
        computeNanos,
        skippedVersions,
        failure,
        partition,
        offset,
        pagesFrom,
        pages,
        worker);
  }
}
