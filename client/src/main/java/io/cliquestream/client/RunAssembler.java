package io.cliquestream.client;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.ResultRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts the pages and the result of one job's next complete run together, within a bound of bytes.
 * Not safe for use by two threads at once.
 */
public final class RunAssembler {
  private final String jobId;
  private final long pageBytesBound;
  private final List<ResultPage> pages = new ArrayList<>();
  private long run = -1;
  private long pageBytes;

  /**
   * Begins with no record.
   *
   * @param jobId the job
   * @param pageBytesBound bytes of pages kept, at most
   */
  public RunAssembler(String jobId, long pageBytesBound) {
    this.jobId = jobId;
    this.pageBytesBound = pageBytesBound;
  }

  /**
   * Takes the next record of the job's partition; those of other jobs are ignored.
   *
   * @param record any of the partition, in the order of offsets
   * @return the outcome once the run is complete
   * @throws ClientException when pages are missing, out of order or beyond the bound
   */
  public Optional<JobOutcome> accept(ResultRecord record) {
    return switch (record.getKindCase()) {
      case PAGE -> {
        if (record.getPage().getJobId().equals(jobId)) {
          acceptPage(record.getPage());
        }
        yield Optional.empty();
      }
      case RESULT ->
          record.getResult().getJobId().equals(jobId)
              ? Optional.of(complete(record.getResult()))
              : Optional.empty();
      case KIND_NOT_SET -> Optional.empty();
    };
  }

  private void acceptPage(ResultPage page) {
    startRun(page.getRun());
    if (page.getSequence() != pages.size()) {
      throw broken("page " + page.getSequence() + " where " + pages.size() + " was due");
    }
    pageBytes += page.getSerializedSize();
    if (pageBytes > pageBytesBound) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_RESULT_TOO_LARGE,
          "the pages of job " + jobId + " exceed " + pageBytesBound + " bytes");
    }
    pages.add(page);
  }

  private JobOutcome complete(JobResult result) {
    startRun(result.getRun());
    if (result.getPageCount() != pages.size()) {
      throw broken(pages.size() + " pages where " + result.getPageCount() + " were announced");
    }
    var outcome = new JobOutcome(result, pages);
    pages.clear();
    pageBytes = 0;
    return outcome;
  }

  private void startRun(long next) {
    if (run != next) {
      run = next;
      pages.clear();
      pageBytes = 0;
    }
  }

  private ClientException broken(String what) {
    return new ClientException(
        FailureCode.FAILURE_CODE_RECORD_INCOMPLETE, "result of job " + jobId + ": " + what);
  }
}
