package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.util.Arrays;

/**
 * What a planner wants to know of an oriented graph on a device; the device computes it in one pass
 * over the edges. d⁺ is an out-degree; sums are over vertices u or oriented edges u → v.
 *
 * @param vertices vertices with an edge
 * @param edges undirected edges
 * @param wedges Σ C(d⁺(u), 2): probes of the wedge kernel without its matrix core
 * @param shorterList Σ min(d⁺(u), d⁺(v)) over edges
 * @param targetOutDegrees Σ d⁺(v) over edges: probes of hashing per vertex
 * @param squaredOutDegrees Σ d⁺(u)²
 * @param maximumOutDegree largest d⁺
 * @param histogram entry 0: vertices of d⁺ = 0; entry b ≥ 1: those of 2^(b-1) ≤ d⁺ &lt; 2^b
 */
public record DeviceStatistics(
    long vertices,
    long edges,
    long wedges,
    long shorterList,
    long targetOutDegrees,
    long squaredOutDegrees,
    long maximumOutDegree,
    long[] histogram) {

  static DeviceStatistics of(NativeRecord graph, NativeRecord statistics) {
    return new DeviceStatistics(
        graph.get("active"),
        graph.get("edges"),
        statistics.get("wedges"),
        statistics.get("shorter_list"),
        statistics.get("target_out_degrees"),
        statistics.get("squared_out_degrees"),
        statistics.get("max_out_degree"),
        statistics.words("histogram"));
  }

  @Override
  public String toString() {
    return "n %d, m %d, wedges %d, shorter %d, targets %d, squares %d, largest %d, histogram %s"
        .formatted(
            vertices,
            edges,
            wedges,
            shorterList,
            targetOutDegrees,
            squaredOutDegrees,
            maximumOutDegree,
            Arrays.toString(histogram));
  }
}
