package io.cliquestream.kernels.cuda.graph.derived;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceStatistics;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import java.util.function.BiConsumer;

/**
 * The graph that searches for maximum and maximal cliques run on. Their kernels take a bounded
 * number of out-neighbours: a graph with more in the order by degree is taken in degeneracy order.
 */
public final class SearchGraph {
  /** Most out-neighbours of a vertex that the kernels take. */
  private static final long MOST_OUT_DEGREE = 8_192;

  private SearchGraph() {}

  private static boolean isWide(DeviceStatistics statistics) {
    return statistics.maximumOutDegree() > MOST_OUT_DEGREE;
  }

  /** Device bytes that making it takes, once the graph is known. */
  public static long bytes(GraphKnowledge known) {
    return known.statistics().filter(SearchGraph::isWide).isPresent()
            && !known.attached().contains(DegeneracyGraph.class)
        ? DegeneracyGraph.bytes(known)
        : 0;
  }

  /**
   * The graph.
   *
   * @param besides device bytes that the job takes besides
   * @param describe told of the order and the largest out-degree
   */
  public static DeviceGraph of(
      Lane lane,
      CudaLibrary library,
      GraphUse use,
      long besides,
      BiConsumer<String, Object> describe) {
    boolean wide = isWide(use.graph().statistics());
    DeviceGraph graph =
        wide
            ? use.attach(
                    DegeneracyGraph.class,
                    lane,
                    on -> DegeneracyGraph.make(on, library, use, besides))
                .graph()
            : use.graph();
    describe.accept("ordering", wide ? "degeneracy" : "degree");
    describe.accept("maximum-out-degree", graph.statistics().maximumOutDegree());
    return graph;
  }
}
