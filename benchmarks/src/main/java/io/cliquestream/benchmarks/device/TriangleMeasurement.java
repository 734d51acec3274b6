package io.cliquestream.benchmarks.device;

import java.util.List;

/**
 * Times of a graph's triangle counts on a device, medians in milliseconds.
 *
 * @param device the GPU in words
 * @param vertices vertices with an edge
 * @param edges undirected edges
 * @param orientedWedges Σ C(d⁺, 2)
 * @param triangles the count, the same in every run
 * @param copyMillis an edge array from pinned host memory to the device, alone
 * @param prepareMillis from the edges on the device to the finished graph
 * @param allInMillis host clock, from the first copy out of pinned memory to the count on the host,
 *     by the wedge kernel
 * @param deviceBytes most device memory in use at a time
 * @param repeats measured runs of each
 * @param kernels one for each variant
 */
public record TriangleMeasurement(
    String device,
    long vertices,
    long edges,
    long orientedWedges,
    long triangles,
    double copyMillis,
    double prepareMillis,
    double allInMillis,
    long deviceBytes,
    int repeats,
    List<Kernel> kernels) {

  public TriangleMeasurement {
    kernels = List.copyOf(kernels);
  }

  /**
   * One way to count.
   *
   * @param variant its name
   * @param kernelMillis graph and plan resident, device time of the count in one launch
   * @param planMillis what the kernel needs first, host clock
   * @param predictedMillis what the planner expects of the kernel
   * @param slices launches the planner cuts the count into, so that jobs share the device
   * @param slicedMillis device time of the count in so many launches, the host's part between them
   *     included; the same as {@code kernelMillis} where one launch is enough
   */
  public record Kernel(
      String variant,
      double kernelMillis,
      double planMillis,
      double predictedMillis,
      int slices,
      double slicedMillis) {}
}
