package io.cliquestream.worker.graphs;

/** Keeps a version leasable, see {@link GraphStore#hold}. */
@FunctionalInterface
public interface VersionHold extends AutoCloseable {
  /** Ends the hold; a second call does nothing. */
  @Override
  void close();
}
