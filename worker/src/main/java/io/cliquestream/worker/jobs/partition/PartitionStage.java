package io.cliquestream.worker.jobs.partition;

/**
 * How far an assignment of a partition is. The number is what metrics show and never changes its
 * meaning.
 *
 * <pre>
 * ASSIGNED ─► REMEMBERING ─► RESTORING ─► ACTIVE
 *     └────────────┴─────────────┴──────────┴──► GONE
 * </pre>
 *
 * A step that fails keeps the stage, says why, and is tried again after {@code
 * jobs.maximum-backoff}.
 */
public enum PartitionStage {
  /** The group gave it; what its former owner committed is not known yet. */
  ASSIGNED(0),
  /** Cancel requests of the recent past, answered ids and standing jobs are being read. */
  REMEMBERING(1),
  /** The rest of its graphs is being read; versions that appear count for standing jobs. */
  RESTORING(2),
  /** Its jobs run. */
  ACTIVE(3),
  /** Another worker's, or about to be assigned anew. */
  GONE(4);

  private final int number;

  PartitionStage(int number) {
    this.number = number;
  }

  /** The stable metric value. */
  public int number() {
    return number;
  }
}
