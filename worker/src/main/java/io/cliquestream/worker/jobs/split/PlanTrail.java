package io.cliquestream.worker.jobs.split;

import io.cliquestream.worker.jobs.exchange.Provenance;

/**
 * Where the first plan of a run may lie in its partition of the partial answers: what one try of
 * the run has learnt about that and leaves to the next. Kept as long as the assignment of the
 * partition under which the job runs, the next of which begins with an inherited job.
 *
 * <p>A new job has none: the worker that is to plan it is the first that has it. From when this
 * worker writes a plan on, whether it knows what became of that or not, there may be one, behind
 * all that it had read. Used by the lane that has the job.
 */
public final class PlanTrail {
  private volatile FeedStart start;

  private PlanTrail(FeedStart start) {
    this.start = start;
  }

  /** Of a job that nobody of this assignment has begun with. */
  public static PlanTrail of(Provenance provenance) {
    return new PlanTrail(
        switch (provenance) {
          case NEW -> new FeedStart.AtTheEnd();
          case INHERITED -> new FeedStart.FarBack();
        });
  }

  /** Whether there can be no plan of the run yet. */
  boolean isNew() {
    return start instanceof FeedStart.AtTheEnd;
  }

  /** From where on a try has to read. */
  FeedStart start() {
    return start;
  }

  /**
   * A plan is about to be written, as there was none.
   *
   * @param end up to which there was none
   */
  void plannedBehind(long end) {
    start = new FeedStart.At(end);
  }
}
