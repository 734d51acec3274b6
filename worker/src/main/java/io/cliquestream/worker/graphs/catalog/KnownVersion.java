package io.cliquestream.worker.graphs.catalog;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.cache.CachedGraph;
import java.util.Map;

/**
 * What is known of one version.
 *
 * @param refusal why it was rejected; null unless it was
 * @param graph where a usable version is kept; null for all others
 */
record KnownVersion(VersionStatus status, Refusal refusal, CachedGraph graph) {
  static final KnownVersion OPEN = new KnownVersion(VersionStatus.OPEN, null, null);
  static final KnownVersion RETIRED = new KnownVersion(VersionStatus.RETIRED, null, null);

  /**
   * @param onDevice bytes that a GPU holds of graphs
   */
  GraphState.Version describe(long version, Map<Graph, Long> onDevice) {
    return graph == null
        ? new GraphState.Version(version, status, refusal, null, 0, 0, 0, 0, null)
        : new GraphState.Version(
            version,
            status,
            refusal,
            graph.place(),
            graph.vertices(),
            graph.edges(),
            graph.bytes(),
            graph.deviceBytes(onDevice),
            graph.origin());
  }
}
