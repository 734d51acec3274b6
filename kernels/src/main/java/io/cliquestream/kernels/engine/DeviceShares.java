package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.share.ClassShare;
import io.cliquestream.kernels.cuda.share.CountedShare;
import io.cliquestream.kernels.cuda.share.OfferShare;
import io.cliquestream.kernels.engine.process.ShareOffer;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.part.CutRule;
import io.cliquestream.kernels.part.DevicePlan;
import io.cliquestream.kernels.part.Part;

/** A device, or its process, that does what there is of a job before it is cut, and then parts. */
interface DeviceShares {
  /** Classes of pieces for each part, so that one which takes too long can be cut again. */
  int CLASSES_PER_PART = 2;

  /** Begins a job, and does all of it unless a rule says that it is to be cut. */
  ShareOffer begin(PreparedGraph graph, Job job, CutRule rule, JobControl control);

  /** Does a part of a job. */
  ShareOutcome part(PreparedGraph graph, Part part, JobControl control);

  /** Does a share of a job on a device of this process. */
  @FunctionalInterface
  interface Runner {
    /** All of the job, unless the share says otherwise. */
    ShareOutcome run(PreparedGraph graph, Job job, JobControl control, CountedShare share);
  }

  /** On a device of this process. */
  static DeviceShares here(Runner runner) {
    return new DeviceShares() {
      @Override
      public ShareOffer begin(PreparedGraph graph, Job job, CutRule rule, JobControl control) {
        OfferShare share =
            new OfferShare(nanos -> CLASSES_PER_PART * rule.parts(nanos), rule.aloneNanos());
        ShareOutcome outcome = runner.run(graph, job, control, share);
        return new ShareOffer(outcome, share.offered(), share.predictedNanos());
      }

      @Override
      public ShareOutcome part(PreparedGraph graph, Part part, JobControl control) {
        return runner.run(graph, part.job(), control, share(part));
      }
    };
  }

  /** The share of a part for devices. */
  static ClassShare share(Part part) {
    DevicePlan plan = part.onDevice().orElseThrow();
    return new ClassShare(
        plan.choice(), plan.classes(), part.roots().first(), part.roots().end(), part.knownSize());
  }
}
