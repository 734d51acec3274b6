package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;

/**
 * A graph whose rows belong to the end with the smaller id, while ranks stay those by degree: the
 * index orientation of the 2-clique list (Geil, Porumbescu and Owens).
 *
 * @param graph its rows; edges are looked up in the graph it was made from
 */
public record IndexGraph(DeviceGraph graph) implements DeviceAttachment.Oriented {
  /** Device bytes that making it takes, learnt, or an upper bound. */
  public static long bytes(GraphKnowledge known) {
    long n = known.vertices();
    long m = known.edges();
    return known
        .bytesOf(IndexGraph.class)
        .orElse(
            DeviceGraphMemory.graph(n, m)
                + 16 * m
                + 64 * n
                + DeviceGraphMemory.sortScratch(m)
                + DeviceGraphMemory.sortScratch(n)
                + 2 * DeviceGraphMemory.SMALL);
  }

  /**
   * Makes it on a lane, complete and resident.
   *
   * @param besides device bytes that the job takes besides
   */
  public static IndexGraph make(Lane lane, CudaLibrary library, GraphUse use, long besides) {
    NativeRecord source = use.graph().record();
    long edges = source.get("edges");
    long vertices = source.get("id_bound");
    use.require(
        IndexGraph.class,
        library.graph().preparationBytes(edges, vertices)
            + library.graph().graphBytes(edges, vertices)
            + DeviceGraphMemory.SMALL,
        besides);
    try (GraphPreparation preparation = new GraphPreparation(lane, library, edges, vertices)) {
      LaneCalls.enqueue(
          lane,
          () ->
              library
                  .breadth()
                  .orientById(
                      source,
                      preparation.record(),
                      preparation.graph(),
                      preparation.builtHeader(),
                      lane.stream()));
      return new IndexGraph(preparation.finish(0));
    }
  }
}
