package io.cliquestream.worker.jobs.split;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.part.BegunJob;
import io.cliquestream.kernels.part.CutRule;
import io.cliquestream.kernels.part.DeviceParts;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.Parts;
import io.cliquestream.v1.Split;
import io.cliquestream.worker.jobs.SplitSettings;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Cuts one job, on the calling thread: for devices where it may be and a device would do it, else
 * for hosts.
 *
 * @param asked what the job says of its parts
 * @param host where it may be cut for hosts
 * @param device where it may be cut for devices
 */
record JobCut(
    SplitSettings settings,
    Split asked,
    Job job,
    PreparedGraph graph,
    Optional<Parts> host,
    Optional<DeviceParts> device) {
  /** A device's prediction from so much of the time after which jobs are split is good enough. */
  private static final int ALONE_SHARE = 20;

  BegunJob begin(JobControl control) {
    if (device.isPresent()) {
      BegunJob begun = device.get().begin(graph, job, rule(), control);
      if (begun.outcome().isPresent()) {
        return BegunJob.whole(said(begun.outcome().get()));
      }
      if (begun.plan().filter(PlanTranslation::fits).isPresent()) {
        return begun;
      }
    }
    return host.flatMap(parts -> cut(parts, control)).map(BegunJob::cut).orElse(BegunJob.NOT);
  }

  private boolean isOpen() {
    return !asked.hasParts();
  }

  private CutRule rule() {
    return isOpen()
        ? new CutRule(
            settings.after().toNanos(),
            settings.taskTime().toNanos(),
            2,
            settings.maximumTasks(),
            settings.after().toNanos() / ALONE_SHARE)
        : CutRule.into(Math.max(1, asked.getParts()));
  }

  private JobOutcome said(JobOutcome outcome) {
    if (isOpen()) {
      return outcome;
    }
    SortedMap<String, String> plan = new TreeMap<>(outcome.plan());
    plan.put("split", "not split: it was done before it could be cut");
    return outcome.withPlan(plan);
  }

  private Optional<PartPlan> cut(Parts parts, JobControl control) {
    int most = settings.maximumTasks();
    int wanted = isOpen() ? most : Math.max(1, asked.getParts());
    Optional<PartPlan> plan = parts.cut(graph, job, wanted, control).filter(PlanTranslation::fits);
    if (!isOpen() || plan.isEmpty()) {
      return plan;
    }
    double nanos = plan.get().cost() / Runtime.getRuntime().availableProcessors();
    if (nanos < settings.after().toNanos() && !plan.get().parts().isEmpty()) {
      return Optional.empty();
    }
    double tasks = nanos / settings.taskTime().toNanos();
    return Optional.of(plan.get().merged((int) Math.clamp(Math.ceil(tasks), 2, most)));
  }
}
