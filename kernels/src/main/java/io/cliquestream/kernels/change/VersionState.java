package io.cliquestream.kernels.change;

import io.cliquestream.kernels.change.rows.GraphAssembly;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongToIntFunction;

/** What all leases of a version share. Leases are counted under the graph's lock. */
final class VersionState {
  final EvolvingGraph graph;
  final EvolvingGraph.Era era;
  final long sequence;
  final RowView rows;
  final long edges;
  final int vertices;

  /** Edges that came and went on the way to it from the graph's first version. */
  final long changes;

  /** Leases, and the graph's own hold on its newest version. Guarded by the graph. */
  int leases;

  private final Object building = new Object();
  private volatile PreparedGraph prepared;
  private volatile PreparedGraph.Owned owned;
  private volatile Long fingerprint;

  VersionState(
      EvolvingGraph graph,
      EvolvingGraph.Era era,
      long sequence,
      RowView rows,
      long edges,
      int vertices,
      long changes) {
    this.graph = graph;
    this.era = era;
    this.sequence = sequence;
    this.rows = rows;
    this.edges = edges;
    this.vertices = vertices;
    this.changes = changes;
  }

  /** Makes this version's whole graph one that is there already, and not this one's to close. */
  void prepared(PreparedGraph known) {
    prepared = known;
  }

  /** The whole graph, made at the first call; others wait for it. */
  PreparedGraph prepared(Parallelism parallelism) {
    PreparedGraph known = prepared;
    if (known != null) {
      return known;
    }
    synchronized (building) {
      if (prepared == null) {
        Graph whole = GraphAssembly.of(rows, parallelism);
        Optional<LongToIntFunction> labels = graph.labels();
        owned =
            labels.isEmpty()
                ? PreparedGraph.of(whole)
                : PreparedGraph.of(whole, labelsOf(whole, labels.get()));
        prepared = owned;
      }
      return prepared;
    }
  }

  private static VertexLabels labelsOf(Graph whole, LongToIntFunction labels) {
    int[] byVertex = new int[whole.vertexCount()];
    for (int v = 0; v < byVertex.length; v++) {
      byVertex[v] = labels.applyAsInt(whole.originalId(v));
    }
    return VertexLabels.of(byVertex);
  }

  long fingerprint() {
    Long known = fingerprint;
    if (known == null) {
      OptionalLong followed = graph.fingerprintFromOlder(this);
      known = followed.isPresent() ? followed.getAsLong() : Fingerprint.of(rows);
      fingerprint = known;
    }
    return known;
  }

  /** The fingerprint if somebody has asked for it, or null. */
  Long knownFingerprint() {
    return fingerprint;
  }

  void knownFingerprint(Long known) {
    fingerprint = known;
  }

  /** Bytes of the whole graph, if this version made one. */
  long preparedBytes() {
    PreparedGraph.Owned mine = owned;
    return mine == null ? 0 : mine.graph().bytes();
  }

  /** Frees the whole graph, when the last lease is gone. */
  void free() {
    synchronized (building) {
      if (owned != null) {
        owned.close();
        owned = null;
      }
      prepared = null;
    }
  }
}
