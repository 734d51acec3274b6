package io.cliquestream.worker.graphs;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;

/**
 * Why a record or a version is refused.
 *
 * @param code stable code
 * @param message one sentence for a person
 */
public record Refusal(FailureCode code, String message) {
  /** The refusal as an exception. */
  public WorkerException exception() {
    return new WorkerException(code, message);
  }
}
