package io.cliquestream.contract;

import io.cliquestream.v1.FailureCode;

/** What became of a payload that was decoded. */
public sealed interface PayloadOutcome {
  /**
   * Every pair was handed out.
   *
   * @param edgeCount pairs
   */
  record Decoded(long edgeCount) implements PayloadOutcome {}

  /**
   * The payload breaks the contract. Pairs before the fault may have been handed out already; the
   * version they belong to is to be dropped.
   *
   * @param code {@code SNAPSHOT_ENCODING_INVALID} or {@code VERTEX_ID_BEYOND_BOUND}
   * @param byteOffset where in the payload
   * @param message one sentence for a person
   */
  record Refused(FailureCode code, int byteOffset, String message) implements PayloadOutcome {}
}
