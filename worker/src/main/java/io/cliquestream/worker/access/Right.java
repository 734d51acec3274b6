package io.cliquestream.worker.access;

/** What a principal of records may ask for. */
public enum Right {
  /** The end of jobs. */
  CANCEL,
  /** The retirement of versions. */
  RETIRE
}
