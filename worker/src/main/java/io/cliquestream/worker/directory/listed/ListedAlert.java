package io.cliquestream.worker.directory.listed;

import io.cliquestream.v1.Alert;

/**
 * An alert as lists show it.
 *
 * @param alert with as many vertices as people read
 * @param time when it was written, Unix milliseconds
 */
public record ListedAlert(Alert alert, long time) {
  /** Names it among all. */
  public String id() {
    return alert.getJobId() + "/" + Long.toUnsignedString(alert.getSequence());
  }
}
