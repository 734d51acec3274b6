package io.cliquestream.worker.intake.reread;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.names.NameMemory;
import io.cliquestream.worker.intake.assembly.AssembledNames;
import io.cliquestream.worker.intake.assembly.AssembledSnapshot;
import io.cliquestream.worker.intake.assembly.DeltaNames;
import java.util.Optional;

/**
 * The names by which a version's deltas are read again: those that somebody keeps for the version,
 * or where nobody does, collected on the way from its snapshot, as they were the first time. So
 * every worker numbers the vertices alike, whether it follows the graph's partition or not.
 */
final class RereadNames implements AutoCloseable {
  private final boolean collecting;
  private final NameMemory memory;
  private GraphNames known;

  private RereadNames(boolean collecting, NameMemory memory, GraphNames known) {
    this.collecting = collecting;
    this.memory = memory;
    this.known = known;
  }

  /** Names that are kept for the version, pinned by the caller. */
  static RereadNames of(Optional<GraphNames> kept) {
    return new RereadNames(false, null, kept.orElse(null));
  }

  /**
   * None yet, or those of the version that the first delta is applied to.
   *
   * @param base pinned by the caller for the time of this call
   */
  static RereadNames collecting(Optional<GraphNames> base, NameMemory memory) {
    return new RereadNames(true, memory, base.filter(GraphNames::tryPin).orElse(null));
  }

  /** A snapshot was read. */
  void snapshot(AssembledSnapshot snapshot) {
    if (collecting) {
      known =
          snapshot
              .names()
              .map(AssembledNames::take)
              .map(taken -> GraphNames.of(taken, memory))
              .orElse(null);
    }
  }

  /** The names of the version that the next delta is applied to. */
  GraphNames known() {
    if (known == null) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
          "the delta has names, and the vertices of its base have none");
    }
    return known;
  }

  /** A delta's edges were read. */
  void next(DeltaNames delta) {
    if (collecting) {
      GraphNames next = delta.names();
      known.unpin();
      known = next;
    }
  }

  /** The names that were collected, from now on the caller's; none where somebody keeps them. */
  Optional<GraphNames> take() {
    if (!collecting) {
      return Optional.empty();
    }
    var taken = Optional.ofNullable(known);
    known = null;
    return taken;
  }

  @Override
  public void close() {
    if (collecting && known != null) {
      known.unpin();
      known = null;
    }
  }
}
