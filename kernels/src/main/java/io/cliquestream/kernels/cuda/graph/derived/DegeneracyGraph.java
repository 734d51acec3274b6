package io.cliquestream.kernels.cuda.graph.derived;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceAttachment;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CoreFunctions;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A graph oriented by exact degeneracy on the device: no out-degree exceeds the degeneracy. Peeled
 * in rounds (Matula and Beck's order up to ties), then relabelled from the graph by degree.
 *
 * @param graph the oriented graph
 * @param degeneracy the most targets that a vertex has
 */
public record DegeneracyGraph(DeviceGraph graph, long degeneracy)
    implements DeviceAttachment.Oriented {
  /** Device bytes that making it takes, learnt, or an upper bound. */
  public static long bytes(GraphKnowledge known) {
    return Reorientation.bytes(DegeneracyGraph.class, known);
  }

  /**
   * Makes it on a lane, complete and resident.
   *
   * @param besides device bytes that the job takes besides
   * @throws io.cliquestream.kernels.failure.ComputeException GRAPH_TOO_LARGE beyond 2^31 edges
   */
  public static DegeneracyGraph make(Lane lane, CudaLibrary library, GraphUse use, long besides) {
    NativeRecord source = use.graph().record();
    CoreFunctions core = library.core();
    long bytes = core.bytes(source);
    NativeRecord work = library.allocate("cs_core_work", Arena.ofAuto());
    AtomicLong degeneracy = new AtomicLong();
    DeviceGraph graph =
        Reorientation.make(
            lane,
            library,
            use,
            DegeneracyGraph.class,
            bytes,
            besides,
            memory -> {
              core.bind(memory.address(), bytes, source, work);
              degeneracy.set(Peel.run(lane, library, source, work));
              LaneCalls.enqueue(lane, () -> core.order(source, work, lane.stream()));
              return work.get("order");
            });
    return new DegeneracyGraph(graph, degeneracy.get());
  }
}
