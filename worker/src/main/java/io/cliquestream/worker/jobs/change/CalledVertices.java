package io.cliquestream.worker.jobs.change;

import io.cliquestream.v1.AlertCause;
import io.cliquestream.worker.graphs.names.GraphNames;
import java.util.Optional;

/**
 * What the vertices of one version are called, where they have names.
 *
 * @param names in use by whoever made this
 */
record CalledVertices(Optional<GraphNames> names) {
  /** Whether they have names. */
  boolean isCalled() {
    return names.isPresent();
  }

  /** Of a vertex that has no name, which none of a whole version is, its id. */
  String name(long vertex) {
    return has(vertex) ? names.orElseThrow().name(vertex) : Long.toUnsignedString(vertex);
  }

  /** Whether the vertex has a name. */
  boolean has(long vertex) {
    return names.isPresent() && Long.compareUnsigned(vertex, names.get().size()) < 0;
  }

  /**
   * An edge with what its ends are called.
   *
   * @param inserted whether it came or went
   */
  AlertCause cause(long one, long other, boolean inserted) {
    boolean swap = Long.compareUnsigned(one, other) > 0;
    long from = swap ? other : one;
    long to = swap ? one : other;
    var edge = AlertCause.newBuilder().setFrom(from).setTo(to).setInserted(inserted);
    return (isCalled() ? edge.setFromName(name(from)).setToName(name(to)) : edge).build();
  }
}
