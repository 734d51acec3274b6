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

  /** Names in use until it is closed; none where vertices have no names. */
  record Held(Optional<GraphNames> names) implements AutoCloseable {
    /** In use by another, too. */
    static Held of(Optional<GraphNames> names) {
      return new Held(names.filter(GraphNames::tryPin));
    }

    /** Whether every id of this version is the same vertex in a newer one. */
    boolean areKept(GraphLease newer) {
      return names.isPresent() == newer.names().isPresent()
          && (names.isEmpty() || names.get().begins(newer.names().get()));
    }

    @Override
    public void close() {
      names.ifPresent(GraphNames::unpin);
    }
  }

  /** Holds those of a version, in place of others; the lease stays the caller's. */
  void standOn(GraphLease lease) {
    Optional<GraphNames> next = Held.of(lease.names()).names();
    close();
    names = next;
    version = lease.version();
  }

  /** Those of a version before, for the caller to close; empty when it is no more. */
  Optional<Held> of(long older, StandingTurn.Bases bases) {
    if (older == version) {
      return Optional.of(Held.of(names));
    }
    // The job was another worker's.
    Optional<GraphLease> base = bases.lease(older);
    try {
      return base.map(held -> Held.of(held.names()));
    } finally {
      base.ifPresent(GraphLease::close);
    }
  }

  @Override
  public void close() {
    names.ifPresent(GraphNames::unpin);
    names = Optional.empty();
    version = 0;
  }
}
