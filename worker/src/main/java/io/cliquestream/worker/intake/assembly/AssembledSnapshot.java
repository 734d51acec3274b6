package io.cliquestream.worker.intake.assembly;

import java.util.Optional;

/**
 * A snapshot that is whole; closing frees what was not taken.
 *
 * @param edges pairs as they were listed
 * @param names of vertices 0, 1, 2 and so on, if they have names
 */
public record AssembledSnapshot(AssembledEdges edges, Optional<AssembledNames> names)
    implements AutoCloseable {
  @Override
  public void close() {
    edges.close();
    names.ifPresent(AssembledNames::close);
  }
}
