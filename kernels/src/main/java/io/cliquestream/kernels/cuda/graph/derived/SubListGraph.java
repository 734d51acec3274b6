package io.cliquestream.kernels.cuda.graph.derived;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceAttachment;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphPreparation;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;

/**
 * A graph whose rows are the sub-lists of a 2-clique list where those by degree are not wanted,
 * while ranks stay those by degree (Geil, Porumbescu and Owens). Edges are looked up in the graph
 * it was made from.
 */
public sealed interface SubListGraph extends DeviceAttachment.Oriented {
  /** Rows belong to the end with the smaller id. */
  record ByIndex(DeviceGraph graph) implements SubListGraph {}

  /** Rows ascend by id. */
  record Unsorted(DeviceGraph graph) implements SubListGraph {}

  /** Both. */
  record UnsortedByIndex(DeviceGraph graph) implements SubListGraph {}

  /** Which of them a search wants. */
  enum Kind {
    BY_INDEX(true, false, ByIndex.class),
    UNSORTED(false, true, Unsorted.class),
    UNSORTED_BY_INDEX(true, true, UnsortedByIndex.class);

    private final boolean byIndex;
    private final boolean unsorted;
    private final Class<? extends SubListGraph> attachment;

    Kind(boolean byIndex, boolean unsorted, Class<? extends SubListGraph> attachment) {
      this.byIndex = byIndex;
      this.unsorted = unsorted;
      this.attachment = attachment;
    }

    /** Device bytes that making it takes where it is not there, learnt, or an upper bound. */
    public long bytes(GraphKnowledge known) {
      if (known.attached().contains(attachment)) {
        return 0;
      }
      long n = known.vertices();
      long m = known.edges();
      return known
          .bytesOf(attachment)
          .orElse(
              DeviceGraphMemory.graph(n, m)
                  + 16 * m
                  + 64 * n
                  + DeviceGraphMemory.sortScratch(m)
                  + DeviceGraphMemory.sortScratch(n)
                  + 2 * DeviceGraphMemory.SMALL);
    }

    /**
     * The one of a graph, made if it is not there.
     *
     * @param besides device bytes that the job takes besides
     */
    public SubListGraph of(Lane lane, CudaLibrary library, GraphUse use, long besides) {
      return switch (this) {
        case BY_INDEX ->
            use.attach(ByIndex.class, lane, on -> new ByIndex(make(on, library, use, besides)));
        case UNSORTED ->
            use.attach(Unsorted.class, lane, on -> new Unsorted(make(on, library, use, besides)));
        case UNSORTED_BY_INDEX ->
            use.attach(
                UnsortedByIndex.class,
                lane,
                on -> new UnsortedByIndex(make(on, library, use, besides)));
      };
    }

    private DeviceGraph make(Lane lane, CudaLibrary library, GraphUse use, long besides) {
      NativeRecord source = use.graph().record();
      long edges = source.get("edges");
      long vertices = source.get("id_bound");
      use.require(
          attachment,
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
                    .orient(
                        source,
                        byIndex ? 1 : 0,
                        unsorted ? 1 : 0,
                        preparation.record(),
                        preparation.graph(),
                        preparation.builtHeader(),
                        lane.stream()));
        return preparation.finish(0);
      }
    }
  }
}
