package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.driver.DeviceFunction;
import io.cliquestream.kernels.cuda.graph.DeviceWork;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.EnumerateFunctions;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;

/**
 * Runs a caller's {@link EnumerationProgram} on a device. The answer has one count for each class,
 * 64 bits, the same on every run.
 */
public final class CudaEnumeration implements DeviceWork<long[]> {
  private final PlanCounts counts;
  private final Graph host;
  private final EnumerationProgram program;
  private final DeviceFunction kernel;

  /**
   * A job.
   *
   * @param budgetBytes the device's memory budget
   * @throws java.util.NoSuchElementException for a program without a kernel
   */
  public CudaEnumeration(
      CudaLibrary library, long budgetBytes, Graph host, EnumerationProgram program) {
    this.counts = new PlanCounts(library, host, budgetBytes, EnumerationTuning.none());
    this.host = host;
    this.program = program;
    this.kernel = program.kernel().orElseThrow();
  }

  @Override
  public long bytes(GraphKnowledge known) {
    return counts.bytes(known);
  }

  @Override
  public long[] run(Lane lane, GraphUse use) {
    if (host.edgeCount() == 0) {
      return new long[program.classes()];
    }
    EnumerationGraph symmetric = counts.symmetric(lane, use);
    EnumerateFunctions functions = counts.library().enumerate();
    counts.require(lane, use, symmetric, EnumeratePolicy.MODULE, program);
    try (EnumerationRun run = counts.open(lane, symmetric, EnumeratePolicy.MODULE, program);
        DeviceMemory job = lane.allocate(functions.jobBytes())) {
      lane.control().beginPhase(Phase.COMPUTING, 1);
      run.run(
          1,
          SearchRoots.all(),
          EnumerationRun.Matches.NONE,
          (graph, work, header) -> {
            LaneCalls.enqueue(
                lane,
                () -> functions.turn(graph, work, lane.stopWord(), job.address(), lane.stream()));
            lane.launch(kernel, run.shape(), job.address());
            LaneCalls.enqueue(lane, () -> functions.finish(graph, work, header, lane.stream()));
          });
      return run.classCounts();
    }
  }
}
