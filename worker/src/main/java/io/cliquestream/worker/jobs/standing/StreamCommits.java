package io.cliquestream.worker.jobs.standing;

import io.cliquestream.worker.changes.VersionAnswers;
import io.cliquestream.worker.changes.VersionCommit;
import io.cliquestream.worker.graphs.VersionDelta;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.change.EvolvingGraphs;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.partition.Partition;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Commits versions of streams together with the runs of standing jobs on them, so that an event is
 * one transaction away from its answers.
 *
 * <p>A lane of changes hands over a version that it would commit. Jobs that stand on the version
 * before run on it at once: what they need follows from the changes, and neither the store nor the
 * topic has to have it. Version, results, alerts, states and offsets are one outcome. A job that is
 * a little behind is waited for, within {@code changes.answer-wait}, for it is in step from then on;
 * a run that takes longer than that comes after the version, by itself.
 *
 * <p>Safe from former owners: every transaction of the exchange carries an offset of the group that
 * shares the partitions, and when it is not known whether one is committed, everything is read back
 * from the topics before anything goes on. Confined to the event loop but for what is said
 * otherwise.
 */
final class StreamCommits implements VersionAnswers {
  private final Vertx vertx;
  private final Context context;
  private final StandingJobs runs;
  private final StandingTable jobs;
  private final EvolvingGraphs evolving;
  private final JobMetrics metrics;
  private final Consumer<Outcome> outcomes;
  private final List<StreamCommit> open = new ArrayList<>();
  private volatile boolean draining;

  /**
   * @param runs starts runs
   * @param outcomes takes what is to be committed
   */
  StreamCommits(
      Vertx vertx,
      Context context,
      StandingJobs runs,
      StandingTable jobs,
      EvolvingGraphs evolving,
      JobMetrics metrics,
      Consumer<Outcome> outcomes) {
    this.vertx = vertx;
    this.context = context;
    this.runs = runs;
    this.jobs = jobs;
    this.evolving = evolving;
    this.metrics = metrics;
    this.outcomes = outcomes;
  }

  // --- From lanes ----------------------------------------------------------------------------

  @Override
  public boolean follows(String graphId) {
    return !draining && jobs.follows(graphId);
  }

  @Override
  public Optional<CompletableFuture<End>> commit(VersionCommit wanted) {
    if (draining || wanted.answerWait().isZero()) {
      return Optional.empty();
    }
    var end = new CompletableFuture<End>();
    context.runOnContext(_ -> begin(wanted, end));
    return Optional.of(end);
  }

  // --- On the event loop ---------------------------------------------------------------------

  private void begin(VersionCommit wanted, CompletableFuture<End> end) {
    Partition partition = jobs.partition(wanted.partition());
    if (partition == null || draining) {
      end.complete(End.LEFT);
      return;
    }
    var commit =
        new StreamCommit(
            wanted, partition, end, outcomes, this::forget, this::ended);
    open.add(commit);
    look(commit);
    if (commit.isHeld()) {
      after(
          wanted.answerWait(),
          () -> {
            commit.holdNoLonger();
            look(commit);
          });
    }
  }

  private void after(Duration wait, Runnable step) {
    var _ = vertx.setTimer(Math.max(1, wait.toMillis()), _ -> step.run());
  }

  /** A job may be in step now. */
  void look(String graphId) {
    for (StreamCommit commit : List.copyOf(open)) {
      if (commit.isHeld() && commit.isOf(graphId)) {
        look(commit);
      }
    }
  }

  private void look(StreamCommit commit) {
    if (!commit.isHeld()) {
      return;
    }
    boolean any = false;
    List<StandingJob> behind = new ArrayList<>();
    for (VersionCommit.Version version : commit.wanted().versions()) {
      for (StandingJob job : of(commit.partition(), version.graphId())) {
        if (job.isInStep(version.delta(), commit.wanted().answerWait())) {
          any = true;
        } else if (job.catchesUp(commit.wanted().answerWait())) {
          behind.add(job);
        }
      }
    }
    if (!behind.isEmpty() && commit.mayHold()) {
      return;
    }
    behind.forEach(StandingJob::fellBehind);
    if (!any) {
      commit.leave();
      return;
    }
    start(commit);
  }

  private List<StandingJob> of(Partition partition, String graphId) {
    return jobs.all(partition).stream().filter(job -> job.graphId().equals(graphId)).toList();
  }

  private void start(StreamCommit commit) {
    commit.gather();
    for (VersionCommit.Version version : commit.wanted().versions()) {
      VersionDelta delta = version.delta();
      for (StandingJob job : of(commit.partition(), version.graphId())) {
        if (job.isInStep(delta, commit.wanted().answerWait())) {
          runs.run(job, delta, commit);
        }
      }
    }
    commit.started();
    if (commit.isGathering()) {
      after(commit.wanted().answerWait(), commit::hand);
    }
  }

  private void ended(StreamCommit commit, int runs) {
    open.remove(commit);
    metrics.ranWithVersion(runs);
  }

  /** A version did not come to be: nobody goes on from it. */
  private void forget(VersionCommit wanted) {
    wanted.versions().forEach(version -> evolving.forget(version.graphId()));
  }

  /** The partition is not this worker's any more. */
  void gone(Partition partition) {
    for (StreamCommit commit : List.copyOf(open)) {
      if (commit.partition() == partition) {
        commit.gone();
      }
    }
  }

  /** Takes no more; what is held is left to the lanes. */
  void drain() {
    draining = true;
    for (StreamCommit commit : List.copyOf(open)) {
      if (commit.isHeld()) {
        commit.leave();
      }
    }
  }
}
