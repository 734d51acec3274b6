package io.cliquestream.worker.intake.assembly;

import io.cliquestream.worker.graphs.Refusal;

/** A version whose records are still coming in. */
sealed interface Assembly permits SnapshotAssembly, DeltaAssembly {
  /** The version that will come of it. */
  long version();

  /** Nanoseconds of the monotonic clock at the last record. */
  long touched();

  /** Why the version cannot come to be if nothing more arrives. */
  Refusal incomplete();

  /** Frees the memory. */
  void discard();
}
