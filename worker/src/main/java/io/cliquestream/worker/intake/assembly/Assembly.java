package io.cliquestream.worker.intake.assembly;

import io.cliquestream.worker.graphs.Refusal;

/** A version whose records are still coming in. */
sealed interface Assembly permits SnapshotAssembly, DeltaAssembly {
  /** The version that will come of it. */
  long version();

  /** Offset of its first record. */
  long firstOffset();

  /** Nanoseconds of the monotonic clock at the last record. */
  long touched();

  /** Bytes of the budget that it holds. */
  long reserved();

  /** Why the version cannot come to be if nothing more arrives. */
  Refusal incomplete();

  /** Frees the memory. */
  void discard();
}
