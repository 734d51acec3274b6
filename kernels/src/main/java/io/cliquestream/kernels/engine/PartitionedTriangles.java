package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.grid.CudaGridTriangles;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.sharded.PartRunner;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Total triangle counts of graphs that a device's budget does not hold, by parts in host memory
 * that stream past it: no part of the graph is computed twice, as the dense core is in shards.
 *
 * @param busyLanes goes up by one while a job is on its lane
 */
record PartitionedTriangles(CudaDevice device, CudaLibrary library, AtomicInteger busyLanes) {
  /** What runs a job, if it can be counted so. */
  Optional<PartRunner> forJob(Job asked) {
    return asked instanceof TriangleCount count && CudaGridTriangles.isFor(count)
        ? Optional.of((graph, job, control, _) -> run(graph, job, control))
        : Optional.empty();
  }

  /** Whether a job asks for it whatever the memory. */
  static boolean isForced(Job job) {
    return job instanceof TriangleCount count && CudaGridTriangles.isForced(count);
  }

  /**
   * Runs a job that can be counted so.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException JOB_MEMORY_EXCEEDED when three parts
   *     do not fit, however the graph is cut
   */
  JobOutcome run(PreparedGraph graph, Job job, JobControl control) {
    control.beginPhase(Phase.PREPARING, 1);
    control.checkStopped();
    var work = new CudaGridTriangles(library, graph.graph(), (TriangleCount) job);
    long start = System.nanoTime();
    long bytes = device.memoryUse().budget();
    Answer answer = device.run(control, bytes, lane -> onLane(lane, work, bytes));
    long prepareNanos = work.prepareNanos();
    return new JobOutcome(
        EngineKind.CUDA,
        answer,
        work.plan(),
        prepareNanos,
        System.nanoTime() - start - prepareNanos,
        0,
        0,
        control.memoryTaken(),
        control.slices());
  }

  private Answer onLane(Lane lane, CudaGridTriangles work, long bytes) {
    busyLanes.incrementAndGet();
    try {
      return work.run(lane, bytes);
    } finally {
      busyLanes.decrementAndGet();
    }
  }
}
