package io.cliquestream.worker.intake.assembly;

import java.util.Optional;

/**
 * A delta that is whole; closing frees what was not taken.
 *
 * @param inserted edges to insert
 * @param deleted edges to delete
 * @param names what the ends of both are numbers of; empty where they are ids
 */
public record AssembledDelta(
    AssembledEdges inserted, AssembledEdges deleted, Optional<AssembledNames> names)
    implements AutoCloseable {
  /** Pairs of both kinds. */
  public long listed() {
    return inserted.edges().size() + deleted.edges().size();
  }

  @Override
  public void close() {
    inserted.close();
    deleted.close();
    names.ifPresent(AssembledNames::close);
  }
}
