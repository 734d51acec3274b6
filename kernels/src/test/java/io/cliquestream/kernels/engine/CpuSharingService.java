package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.share.CountedShare;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import java.util.Optional;

/** The host's engine as one of several devices. */
public final class CpuSharingService extends EngineService {
  /** For the process's main class. */
  public CpuSharingService() {}

  @Override
  protected Engine openEngine(EngineOptions options) {
    return Engines.open(EngineChoice.CPU, options);
  }

  /** A device of some model. */
  @Override
  protected Optional<DeviceStatus> status(Engine on) {
    return Optional.of(new DeviceStatus("a host", true, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0));
  }

  @Override
  protected ShareOutcome runShare(
      Engine on, PreparedGraph graph, Job job, JobControl control, CountedShare share) {
    return CpuSharing.run(on, graph, job, control, share);
  }
}
