package io.cliquestream.kernels.cpu.core;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.assembly.CoreTally;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.JobBytes;

/**
 * Core numbers on the CPU: peeling makes them on its way to the degeneracy order, which is there
 * already where another job asked for it. What is left is one pass of one thread.
 */
public final class CpuCoreNumbers {
  private CpuCoreNumbers() {}

  /** Runs the job. A stop leaves nothing: the last core numbers are known last. */
  public static Answer.CoreNumbers run(CoreDecomposition job, CpuJobRun run) {
    OrientedGraph graph = run.oriented(Ordering.DEGENERACY);
    run.control().beginPhase(Phase.COMPUTING, Math.max(1, graph.vertexCount()));
    StopMeter meter = run.meter();
    CoreTally tally = new CoreTally(graph.vertexCount(), job.perVertex());
    for (int rank = 0; rank < graph.vertexCount(); rank++) {
      meter.work(2);
      tally.add(graph.vertex(rank), graph.coreNumber(rank));
    }
    return tally.answer();
  }

  /** Most memory of a job: a count for each core number, and eight bytes a vertex in the answer. */
  public static JobBytes bytes(CoreDecomposition job, GraphShape graph) {
    return new JobBytes(
        CoreTally.heapBytes(graph.degeneracyBound()),
        job.perVertex() ? Long.BYTES * graph.vertices() + 64 : 0);
  }
}
