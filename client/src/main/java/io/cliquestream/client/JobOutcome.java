package io.cliquestream.client;

import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.ResultDifference;
import io.cliquestream.v1.ResultPage;
import java.util.List;
import java.util.Optional;

/**
 * One run of a job, complete.
 *
 * @param result the result record
 * @param pages its pages in ascending sequence
 */
public record JobOutcome(JobResult result, List<ResultPage> pages) {
  /** Copies the pages. */
  public JobOutcome {
    pages = List.copyOf(pages);
  }

  /** {@return whether the job succeeded} */
  public boolean succeeded() {
    return result.getStatus() == JobStatus.JOB_STATUS_SUCCEEDED;
  }

  /**
   * {@return what changed since the run before, instead of the answer; empty of a whole answer}
   * {@link VertexArrays} takes what is said of vertices.
   */
  public Optional<ResultDifference> difference() {
    return result.hasDifference() ? Optional.of(result.getDifference()) : Optional.empty();
  }
}
