package io.cliquestream.worker.access;

/** What a record says of who wrote it, once that was looked at. */
public sealed interface RecordClaim {
  /** It says nothing. */
  record Nobody() implements RecordClaim {}

  /** It was signed by somebody who is known. */
  record Proven(RecordPrincipal principal) implements RecordClaim {}

  /**
   * It names somebody, and does not show it.
   *
   * @param problem what is wrong, without what the record says
   */
  record Unproven(String problem) implements RecordClaim {}
}
