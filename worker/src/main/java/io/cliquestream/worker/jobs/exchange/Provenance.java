package io.cliquestream.worker.jobs.exchange;

/**
 * Who may have begun with a record of the jobs topic before it arrived here, by where the partition
 * ended when this worker had come to own it.
 */
public enum Provenance {
  /**
   * It was appended after that, so no former owner took it before its time was over, nor did this
   * worker in an earlier assignment. One that has lost the partition and does not know yet may take
   * it all the same; it can commit nothing of it.
   */
  NEW,
  /** It lay there before: any former owner may have begun with it. */
  INHERITED
}
