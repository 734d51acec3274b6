package io.cliquestream.worker.jobs;

/**
 * Where a run of a job stands. The number is the value that metrics and dashboards show and never
 * changes its meaning.
 *
 * <pre>
 * RECEIVED ─► WAITING_FOR_GRAPH ─► QUEUED ─► RUNNING ─► PUBLISHING ─► ENDED
 *     └──────────────┴───────────────┴──────────────────────▲
 *          refused, cancelled, or deadline passed
 * </pre>
 */
public enum JobState {
  /** Read from the topic, not yet checked. */
  RECEIVED(0),
  /** Valid; waits for its graph or version. */
  WAITING_FOR_GRAPH(1),
  /** Holds its graph; waits for a lane. */
  QUEUED(2),
  /** Prepares or computes on a lane. */
  RUNNING(3),
  /** Its result waits for, or is in, a transaction. */
  PUBLISHING(4),
  /** Its result is committed, or the run was given back to the topic. */
  ENDED(5);

  private final int number;

  JobState(int number) {
    this.number = number;
  }

  /** The stable metric value. */
  public int number() {
    return number;
  }
}
