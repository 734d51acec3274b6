package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.share.QueueShare;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;

/** The host's engine as one of several devices. */
public final class CpuSharingService extends EngineService {
  /** For the process's main class. */
  public CpuSharingService() {}

  @Override
  protected Engine openEngine(EngineOptions options) {
    return Engines.open(EngineChoice.CPU, options);
  }

  @Override
  protected ShareOutcome runShare(
      Engine on, PreparedGraph graph, Job job, JobControl control, QueueShare share) {
    return CpuSharing.run(on, graph, job, control, share);
  }
}
