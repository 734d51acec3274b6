package io.cliquestream.worker.graphs.catalog;

/** What is known of a version of a graph. The ordinals are stable metric values. */
public enum VersionStatus {
  /** No record of it was taken in, or it was forgotten. */
  UNKNOWN,
  /** Its records are coming in. */
  OPEN,
  /** Jobs can use it. */
  READY,
  /** It can never be used. */
  REJECTED,
  /** It was usable once: retired by its owner or beyond the number of versions kept. */
  RETIRED
}
