package io.cliquestream.loadgen.load;

import io.cliquestream.contract.EdgeSource;

/** The edges of the graph that a load begins with; good until it is closed. */
public interface GivenGraph extends EdgeSource, AutoCloseable {
  @Override
  void close();
}
