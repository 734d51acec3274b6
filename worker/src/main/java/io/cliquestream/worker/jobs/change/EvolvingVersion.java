package io.cliquestream.worker.jobs.change;

import io.cliquestream.kernels.change.GraphVersion;
import java.util.concurrent.atomic.AtomicBoolean;

/** A version of the store's as a version of an evolving graph, leased until it is closed. */
final class EvolvingVersion implements AutoCloseable {
  private final EvolvingVersions owner;
  private final long number;
  private final GraphVersion graph;
  private final AtomicBoolean open = new AtomicBoolean(true);

  /**
   * @param owner told when this is closed
   * @param number of the version in the store
   * @param graph closed with this
   */
  EvolvingVersion(EvolvingVersions owner, long number, GraphVersion graph) {
    this.owner = owner;
    this.number = number;
    this.graph = graph;
  }

  /** Whether the changes from one to the other can be told. */
  boolean isBefore(EvolvingVersion newer) {
    return owner == newer.owner && graph.sequence() <= newer.graph.sequence();
  }

  /** The graph that evolves. */
  EvolvingVersions owner() {
    return owner;
  }

  /** Of the version in the store. */
  long number() {
    return number;
  }

  GraphVersion graph() {
    return graph;
  }

  /** A second call does nothing. */
  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      graph.close();
      owner.givenBack();
    }
  }
}
