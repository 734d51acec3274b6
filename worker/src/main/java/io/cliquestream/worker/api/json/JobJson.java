package io.cliquestream.worker.api.json;

import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.RunCost;
import io.cliquestream.v1.RunTimes;
import io.cliquestream.v1.SplitProgress;
import io.cliquestream.worker.directory.listed.JobRecord;
import io.cliquestream.worker.directory.listed.ListedDifference;
import io.cliquestream.worker.directory.listed.ListedJob;
import io.cliquestream.worker.directory.listed.ListedProgress;
import io.cliquestream.worker.directory.listed.ListedRun;
import io.cliquestream.worker.directory.listed.ListedStanding;
import io.cliquestream.worker.jobs.state.StandingDefinition;
import io.cliquestream.worker.jobs.state.StandingState;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** The schemas Job, Run, Standing and the parts of JobDetail. */
public final class JobJson {
  private JobJson() {}

  public static JsonObject job(ListedJob job) {
    ListedRun last = job.last();
    long received = job.position().received();
    boolean ended = last != null && (job.state().isEnded() || job.standing());
    return new JsonObject()
        .put("id", job.id())
        .put("graph", job.graph())
        .put("tenant", job.tenant())
        .put("kind", job.kind())
        .put("state", job.state().text())
        .put("standing", job.standing())
        .put("priority", job.priority())
        .put("received", Text.time(received))
        .put("ended", ended ? Text.time(last.ended()) : null)
        .put(
            "latencyMillis",
            ended && !job.standing() && received > 0
                ? Long.valueOf(Math.max(0, last.ended() - received))
                : null)
        .put("version", last == null ? null : Text.version(last.version()))
        .put("value", last == null ? null : Text.orNull(last.value()))
        .put("difference", last == null ? null : difference(last.difference()))
        .put("partial", last != null && last.partial())
        .put("failure", last == null ? null : Text.failure(last.failure()))
        .put("progress", progress(job.progress()))
        .put("worker", Text.orNull(job.worker()))
        .put("cancelRequested", Text.time(job.cancelRequested()));
  }

  private static JsonObject progress(ListedProgress progress) {
    return progress == null
        ? null
        : new JsonObject()
            .put("fraction", progress.fraction())
            .put(
                "remainingMillis",
                progress.remainingMillis() == 0 ? null : progress.remainingMillis())
            .put("partialCount", Text.orNull(progress.partialCount()))
            .put("observed", Text.time(progress.observed()))
            .put("split", split(progress.split()));
  }

  private static JsonObject split(SplitProgress split) {
    return split == null
        ? null
        : new JsonObject()
            .put("parts", split.getParts())
            .put("done", split.getDone())
            .put("workers", split.getWorkers())
            .put("reissued", split.getReissued());
  }

  static JsonObject run(ListedRun run) {
    return new JsonObject()
        .put("run", Long.toUnsignedString(run.run()))
        .put("status", run.status().text())
        .put("version", Text.version(run.version()))
        .put("value", Text.orNull(run.value()))
        .put("difference", difference(run.difference()))
        .put("ended", Text.time(run.ended()))
        .put("computeMillis", Text.millis(run.computeNanos()))
        .put("skippedVersions", run.skippedVersions())
        .put("failure", Text.failure(run.failure()));
  }

  private static JsonObject difference(ListedDifference difference) {
    if (difference == null) {
      return null;
    }
    boolean any = difference.figures() > 0;
    return new JsonObject()
        .put("baseVersion", Text.version(difference.baseVersion()))
        .put("figures", difference.figures())
        .put("figure", any ? difference.figure() : null)
        .put("by", any ? difference.by().toString() : null);
  }

  public static JsonArray runs(List<ListedRun> runs) {
    return new JsonArray(runs.stream().map(JobJson::run).toList());
  }

  public static JsonObject standing(ListedStanding standing) {
    StandingDefinition definition = standing.definition();
    var trigger = definition.request().getTrigger();
    return new JsonObject()
        .put("id", standing.id())
        .put("graph", definition.request().getGraphId())
        .put("tenant", definition.request().getTenant())
        .put("kind", standing.kind())
        .put("everyMillis", trigger.hasEveryMillis() ? trigger.getEveryMillis() : null)
        .put("everyVersion", trigger.getEveryVersion())
        .put("coalesce", trigger.getCoalesce())
        .put("cancelSecret", !definition.request().getCancelSecretSha256().isEmpty())
        .put("alerts", definition.request().hasAlert())
        .put("difference", definition.request().getResultScopeValue() != 0)
        .put("state", standing.state().map(JobJson::state).orElse(null))
        .put("runs", runs(standing.runs()))
        .put("nextRun", nextRun(definition));
  }

  /** Where a standing job stands. */
  static JsonObject state(StandingState.Summary state) {
    return new JsonObject()
        .put("version", Text.version(state.version()))
        .put("lastAlert", Long.toUnsignedString(state.sequence()))
        .put("bytes", state.bytes());
  }

  public static JsonObject nextRun(StandingDefinition definition) {
    var trigger = definition.request().getTrigger();
    boolean byTime = trigger.hasEveryMillis();
    long last = definition.lastStartEpochMillis();
    return new JsonObject()
        .put("run", Long.toUnsignedString(definition.nextRun()))
        .put("on", byTime ? "time" : "version")
        .put("time", byTime && last > 0 ? Text.time(last + trigger.getEveryMillis()) : null)
        .put("afterVersion", byTime ? null : Text.version(definition.lastVersion()));
  }

  /** The steps of a run; of one that has no result, those that its worker last told. */
  public static JsonArray timeline(JobRecord job, Optional<JobResult> result, ListedRun run) {
    ListedProgress progress = run == null ? job.job().progress() : null;
    RunTimes running = progress == null ? RunTimes.getDefaultInstance() : progress.times();
    RunTimes times = result.map(JobResult::getTimes).orElse(running);
    boolean standing = run != null && run.run() != 0;
    long written = standing ? 0 : job.job().position().received();
    return new JsonArray()
        .add(step("received", written > 0 ? written : times.getReceivedEpochMillis()))
        .add(step("admitted", times.getAdmittedEpochMillis()))
        .add(step("queued", times.getQueuedEpochMillis()))
        .add(step("started", times.getStartedEpochMillis()))
        .add(step("prepared", times.getPreparedEpochMillis()))
        .add(step("computed", times.getComputedEpochMillis()))
        .add(step("committed", run == null ? 0 : run.ended()));
  }

  private static JsonObject step(String name, long epochMillis) {
    return new JsonObject().put("step", name).put("time", Text.time(epochMillis));
  }

  /** What a run takes; of one that has no result, what its worker expects. */
  public static JsonObject cost(JobRecord job, Optional<JobResult> result, ListedRun run) {
    ListedProgress progress = run == null ? job.job().progress() : null;
    Optional<RunCost> running = Optional.ofNullable(progress).map(ListedProgress::cost);
    Optional<RunCost> cost =
        result.filter(JobResult::hasCost).map(JobResult::getCost).or(() -> running);
    Optional<RunCost> taken = cost.filter(_ -> running.isEmpty());
    Optional<RunCost> onDevice = taken.filter(c -> c.getPredictedDeviceBytes() > 0);
    return new JsonObject()
        .put(
            "predictedMillis",
            cost.map(c -> Text.millis(c.getPredictedProcessorNanos())).orElse(null))
        .put("processorMillis", taken.map(c -> Text.millis(c.getProcessorNanos())).orElse(null))
        .put(
            "computeMillis",
            result.map(r -> Text.millis(r.getTimings().getComputeNanos())).orElse(null))
        .put("predictedHeapBytes", cost.map(RunCost::getPredictedHeapBytes).orElse(null))
        .put("predictedOffHeapBytes", cost.map(RunCost::getPredictedOffHeapBytes).orElse(null))
        .put(
            "allocatedHeapBytes",
            taken.map(RunCost::getAllocatedHeapBytes).filter(bytes -> bytes > 0).orElse(null))
        .put("offHeapBytes", taken.map(RunCost::getOffHeapBytes).orElse(null))
        .put("predictedDeviceBytes", onDevice.map(RunCost::getPredictedDeviceBytes).orElse(null))
        .put("deviceBytes", onDevice.map(RunCost::getDeviceBytes).orElse(null));
  }
}
