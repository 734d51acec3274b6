package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.share.CountedShare;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;

/** The CUDA engine in its own process. */
final class CudaEngineService extends EngineService {
  @Override
  protected Engine openEngine(EngineOptions options) {
    return CudaEngine.open(options);
  }

  @Override
  protected ShareOutcome runShare(
      Engine on, PreparedGraph graph, Job job, JobControl control, CountedShare share) {
    return ((CudaEngine) on).runShare(graph, job, control, share);
  }
}
