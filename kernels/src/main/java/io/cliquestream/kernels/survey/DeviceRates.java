package io.cliquestream.kernels.survey;

/**
 * Times of one H200, in nanoseconds, for predictions only: of a process that has computed on the
 * GPU before and does not hold the graph.
 *
 * @param triangleEdge way to the device, preparation and count of an edge;
 *     docs/benchmarks/whole.md, <i>From a file to the triangles</i>: copy, prepare and compute of
 *     eight graphs, 0.8 to 260 million edges, less the first use of kernels and memory
 * @param census what a census takes whatever the graph; kernels/src/bench/cuda/RECORD-enumerate.md
 * @param census4Edge an edge in a census of four vertices; the same source
 * @param census4Wedge a unit of the sum of squared degrees there; fitted to cnr-2000
 * @param census5Edge an edge in a census of five vertices by sums; the same source, an H100
 * @param census5Wedge a unit of the sum of squared degrees there; fitted to cnr-2000
 * @param maximal what an enumeration of maximal cliques takes whatever the graph;
 *     kernels/src/bench/cuda/RECORD-maximal.md
 * @param maximalClique one maximal clique, at 2.2 nodes and 15 nodes a nanosecond; the same source
 * @param maximum what a maximum clique search takes whatever the graph;
 *     kernels/src/bench/cuda/RECORD-maximum.md
 * @param branch of that search; fitted to the same source's DIMACS graphs and the host's nodes
 * @param boundWord touched by the host's bounds of that search; fitted likewise
 * @param lookAfter after so long the host looks for covers and symmetries; the same source
 * @param list what a list takes whatever its length; docs/benchmarks/predictions.md, <i>Lists on a
 *     GPU</i>, as JSON by a process that has just started
 * @param listedRow a clique or match that is listed; the same source
 * @param listedVertex each of its vertices; the same source
 * @param listedMaximal a maximal clique that is listed: a round of roots waits for its largest; the
 *     same source
 */
record DeviceRates(
    double triangleEdge,
    double census,
    double census4Edge,
    double census4Wedge,
    double census5Edge,
    double census5Wedge,
    double maximal,
    double maximalClique,
    double maximum,
    double branch,
    double boundWord,
    double lookAfter,
    double list,
    double listedRow,
    double listedVertex,
    double listedMaximal) {

  /** As recorded up to 2026-11-28. */
  static final DeviceRates DEFAULT =
      new DeviceRates(
          0.72, 0.5e6, 3, 0.9e-3, 16, 6.3e-3, 0.6e6, 0.15, 0.5e6, 5, 0.005, 100e6, 100e6, 110, 35,
          2_000);
}
