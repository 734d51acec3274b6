package io.cliquestream.worker.directory;

/**
 * Something of the group is other than before.
 *
 * @param id of a job, a graph or a worker; position of a dead letter; job and sequence of an alert
 */
public record Change(Kind kind, String id) {
  /** What it is. */
  public enum Kind {
    JOB,
    GRAPH,
    STANDING,
    DEAD_LETTER,
    ALERT,
    WORKER
  }

  /** Told of changes, with the directory's lock held: it only notes them. */
  @FunctionalInterface
  public interface Listener {
    void changed(Change change);
  }
}
