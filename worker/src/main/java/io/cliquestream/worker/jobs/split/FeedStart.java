package io.cliquestream.worker.jobs.split;

/** From where on a reducer is to be fed from its partition of the partial answers. */
sealed interface FeedStart {
  /** From the partition's present end on: nothing that lies there is for the run. */
  record AtTheEnd() implements FeedStart {}

  /** From an offset on. */
  record At(long offset) implements FeedStart {}

  /** From as far back as a job may be on a lane: any worker may have planned the run. */
  record FarBack() implements FeedStart {}
}
