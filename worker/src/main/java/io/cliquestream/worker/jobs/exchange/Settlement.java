package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.worker.failure.WorkerException;

/** How an outcome that was left at the exchange ended. */
public sealed interface Settlement {
  /** Its records and its offset are committed. */
  record Committed() implements Settlement {}

  /** Its assignment is over: the partition's next owner does the job again. */
  record Dropped() implements Settlement {}

  /**
   * The broker will never take its records. The owner leaves {@link Outcome#instead another
   * outcome} in its place.
   */
  record Refused(WorkerException cause) implements Settlement {}
}
