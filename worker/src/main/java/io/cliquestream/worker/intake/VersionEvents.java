package io.cliquestream.worker.intake;

/** What intake tells the graph store; called on worker threads, must not block. */
interface VersionEvents {
  /** A version of a graph changed its state; whoever waits for one should look again. */
  void changed(String graphId);

  /** A version can be leased from now on. */
  void usable(String graphId, long version);
}
