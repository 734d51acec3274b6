package io.cliquestream.cli.campaign;

import io.cliquestream.v1.JobResult;

/** What the numbered jobs of a campaign must be answered with. */
interface ExpectedAnswers {
  /** Before its number: the id of a numbered job. */
  String PREFIX = "job-";

  /**
   * What is wrong with an answer to a job; empty when nothing is.
   *
   * @param number of the job
   */
  String fault(int number, JobResult result);
}
