package io.cliquestream.kernels.cuda.core;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.assembly.CoreTally;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.PlannedJob;
import io.cliquestream.kernels.cuda.graph.derived.CoreNumberGraph;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CoreDecomposition;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Core numbers of a graph on a device: by the exact peel, which stays with the graph, so that the
 * next job finds it done. They come to the host by rank, four bytes each, and are put into the
 * order of vertices there.
 */
public final class CudaCoreNumbers extends PlannedJob<Answer.CoreNumbers> {
  private final CudaLibrary library;
  private final PreparedGraph host;
  private final CoreDecomposition job;

  /** A peel. */
  public CudaCoreNumbers(CudaLibrary library, PreparedGraph host, CoreDecomposition job) {
    this.library = library;
    this.host = host;
    this.job = job;
  }

  @Override
  public long bytes(GraphKnowledge known) {
    boolean peeled = known.attached().contains(CoreNumberGraph.class);
    return (peeled ? 0 : CoreNumberGraph.bytes(known)) + DeviceGraphMemory.SMALL;
  }

  /**
   * Peels.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException GRAPH_TOO_LARGE beyond 2^31 edges
   */
  @Override
  public Answer.CoreNumbers run(Lane lane, GraphUse use) {
    begin(use);
    plan("method", "peel");
    long vertices = use.graph().record().get("active");
    // Without names, the device may have the graph before the host knows how many vertices it has.
    CoreTally tally = new CoreTally(job.perVertex() ? host.vertexTotal() : 0, job.perVertex());
    if (vertices == 0) {
      return tally.answer();
    }
    lane.control().beginPhase(Phase.COMPUTING, (double) vertices);
    plan("peel", use.attached(CoreNumberGraph.class).isPresent() ? "resident" : "made");
    CoreNumberGraph peeled =
        use.attach(
            CoreNumberGraph.class,
            lane,
            on -> CoreNumberGraph.make(on, library, use, DeviceGraphMemory.SMALL));
    MemorySegment cores = peeled.numbersByRank(lane, vertices);
    StopMeter meter = new StopMeter(lane.control());
    if (job.perVertex()) {
      MemorySegment ids = use.graph().idsByRank(lane);
      for (long rank = 0; rank < vertices; rank++) {
        meter.work(4);
        tally.add(
            Integer.toUnsignedLong(ids.getAtIndex(ValueLayout.JAVA_INT, rank)),
            cores.getAtIndex(ValueLayout.JAVA_INT, rank));
      }
    } else {
      for (long rank = 0; rank < vertices; rank++) {
        meter.work(1);
        tally.add(rank, cores.getAtIndex(ValueLayout.JAVA_INT, rank));
      }
    }
    return tally.answer();
  }
}
