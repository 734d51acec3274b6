package io.cliquestream.worker.changes;

/** Where a stream is. */
enum StreamState {
  /** A version that says that the graph has a stream is under way; nothing may be cut before. */
  BEGINNING,
  /** Versions are made. */
  RUNNING,
  /** The version that ends it is under way; events wait for what comes after. */
  ENDING,
  /** A version is missing that all later ones would stand on: events become dead letters. */
  BROKEN
}
