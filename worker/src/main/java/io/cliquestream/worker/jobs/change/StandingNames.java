package io.cliquestream.worker.jobs.change;

import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.names.GraphNames;
import java.util.Optional;

/**
 * What the vertices of the version that a job stands on are called. A snapshot may give an id
 * another name, and so to another vertex: a difference by id would say nothing of it.
 */
final class StandingNames implements AutoCloseable {
  private long version;
  private Optional<GraphNames> names = Optional.empty();

  /** Holds those of a version, in place of others; the lease stays the caller's. */
  void standOn(GraphLease lease) {
    Optional<GraphNames> next = lease.names().filter(GraphNames::tryPin);
    close();
    names = next;
    version = lease.version();
  }

  /** Whether every id of a version before is the same vertex in a newer one. */
  boolean areKept(long older, GraphLease newer, StandingTurn.Bases bases) {
    if (older == newer.version()) {
      return true;
    }
    if (older == version) {
      return areKept(names, newer.names());
    }
    // The job was another worker's.
    Optional<GraphLease> base = bases.lease(older);
    if (base.isEmpty()) {
      return false;
    }
    try (GraphLease held = base.get()) {
      return areKept(held.names(), newer.names());
    }
  }

  private static boolean areKept(Optional<GraphNames> before, Optional<GraphNames> after) {
    return before.isPresent() == after.isPresent()
        && (before.isEmpty() || before.get().begins(after.get()));
  }

  @Override
  public void close() {
    names.ifPresent(GraphNames::unpin);
    names = Optional.empty();
    version = 0;
  }
}
