package io.cliquestream.benchmarks.device;

import java.math.BigInteger;
import java.util.List;

/**
 * Times of a graph's k-clique counts on a device, medians in milliseconds.
 *
 * @param device the GPU in words
 * @param vertices vertices with an edge
 * @param edges undirected edges
 * @param copyMillis an edge array from pinned host memory to the device
 * @param prepareMillis from the edges on the device to rows by degree
 * @param repeats measured runs of each
 * @param counts one for each way to count and size
 */
public record KCliqueMeasurement(
    String device,
    long vertices,
    long edges,
    double copyMillis,
    double prepareMillis,
    int repeats,
    List<Count> counts) {

  public KCliqueMeasurement {
    counts = List.copyOf(counts);
  }

  /**
   * One way to count, of one size or all.
   *
   * @param variant its name
   * @param ordering the order's name
   * @param orderMillis from rows by degree to those by the order; 0 by degree
   * @param maximumOutDegree largest under the order
   * @param size k, or "all"
   * @param cliques cliques of k vertices; with "all" those of the largest size
   * @param largest size that occurs, with "all"; else k
   * @param kernelMillis graph and plan resident, device time of the count in one launch
   * @param countMillis host clock from the oriented graph to the count on the host, plan included
   * @param nodes nodes of pivot trees, or steps of orientation
   * @param sweeps AND-popcount sweeps of orientation
   * @param deviceBytes memory of the count
   * @param ended false when the benchmark's limit stopped it: there are no times, and the cliques
   *     are those found so far
   */
  public record Count(
      String variant,
      String ordering,
      double orderMillis,
      long maximumOutDegree,
      String size,
      BigInteger cliques,
      int largest,
      double kernelMillis,
      double countMillis,
      long nodes,
      long sweeps,
      long deviceBytes,
      boolean ended) {}

  /** A count's whole way from an edge array in pinned memory, part by part. */
  public double completeMillis(Count count) {
    return copyMillis + prepareMillis + count.orderMillis() + count.countMillis();
  }
}
