package io.cliquestream.worker.jobs.standing;

import io.cliquestream.worker.graphs.VersionHold;
import io.cliquestream.worker.jobs.change.StandingAnswer;
import io.cliquestream.worker.jobs.partition.Partition;
import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.jobs.state.StandingDefinition;
import io.cliquestream.worker.jobs.state.StandingState;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * A standing job of an assigned partition: what is due, and whether a run is under way. Versions
 * wait in ascending order and are held, so that none goes before its run. Confined to the event
 * loop.
 */
final class RegisteredJob {
  /** Skipped versions that a result lists. */
  private static final int LISTED_VERSIONS = 256;

  /**
   * A version that waits for its run.
   *
   * @param hold keeps it leasable; empty when it was gone before
   */
  record Waiting(long version, Optional<VersionHold> hold) {
    void letGo() {
      hold.ifPresent(VersionHold::close);
    }
  }

  /**
   * Versions without a run.
   *
   * @param newest of them, ascending
   * @param count of all
   */
  record Skipped(List<Long> newest, long count) {}

  private final Partition partition;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final ArrayDeque<Long> skipped = new ArrayDeque<>();
  private long skippedCount;
  private StandingDefinition definition;
  private ActiveJob running;
  private String cancelReason;
  private long timer = -1;
  private boolean live;

  /** Keeps the version that the job stands on, so that the next run finds what changed since. */
  private Optional<VersionHold> base = Optional.empty();

  /** The same of the version of the run under way. */
  private Optional<VersionHold> next = Optional.empty();

  private final StandingAnswer answer;

  RegisteredJob(Partition partition, StandingDefinition definition, StandingAnswer answer) {
    this.partition = partition;
    this.definition = definition;
    this.answer = answer;
  }

  /** What it has in memory of the version it stands on; for one run at a time. */
  StandingAnswer answer() {
    return answer;
  }

  /** Where it stands, as it is committed or about to be. */
  Optional<StandingState> state() {
    return partition.memory().state(jobId());
  }

  /** Whether it stands on a version and does not keep it. */
  boolean lacksBase(long version) {
    return base.isEmpty() && state().map(StandingState::version).orElse(0L) == version;
  }

  /** Keeps the version it stands on. */
  void base(Optional<VersionHold> hold) {
    base.ifPresent(VersionHold::close);
    base = hold;
  }

  /** Keeps the version of the run that begins, until {@link #ran}. */
  void runsOn(Optional<VersionHold> hold) {
    next.ifPresent(VersionHold::close);
    next = hold;
  }

  /**
   * The run is committed.
   *
   * @param stands whether the job stands on its version from now on
   */
  void ran(boolean stands) {
    if (stands) {
      base(next);
      next = Optional.empty();
    } else {
      runsOn(Optional.empty());
    }
  }

  Partition partition() {
    return partition;
  }

  String jobId() {
    return definition.request().getJobId();
  }

  StandingDefinition definition() {
    return definition;
  }

  void definition(StandingDefinition next) {
    definition = next;
  }

  String graphId() {
    return definition.request().getGraphId();
  }

  boolean isOnEveryVersion() {
    return definition.request().getTrigger().getEveryVersion();
  }

  /** Whether a version has neither had its run nor waits for it. */
  boolean isNew(long version) {
    long newest = waiting.isEmpty() ? definition.lastVersion() : waiting.getLast().version();
    return Long.compareUnsigned(version, newest) > 0;
  }

  /**
   * Has a new version wait for its run.
   *
   * @param most versions that may wait; beyond it the oldest are skipped
   */
  void due(Waiting version, int most) {
    int others = definition.request().getTrigger().getCoalesce() ? 0 : most - 1;
    while (waiting.size() > others) {
      Waiting oldest = waiting.removeFirst();
      oldest.letGo();
      skipped.addLast(oldest.version());
      skippedCount++;
      if (skipped.size() > LISTED_VERSIONS) {
        skipped.removeFirst();
      }
    }
    waiting.addLast(version);
  }

  /** The next version to run on. */
  Optional<Waiting> nextVersion() {
    return Optional.ofNullable(waiting.poll());
  }

  /** What was skipped since the last call: all of it before the version that runs next. */
  Skipped takeSkipped() {
    var taken = new Skipped(List.copyOf(skipped), skippedCount);
    skipped.clear();
    skippedCount = 0;
    return taken;
  }

  Optional<ActiveJob> running() {
    return Optional.ofNullable(running);
  }

  void running(ActiveJob run) {
    running = run;
  }

  /** Why it is to end as soon as no run of it is under way. */
  Optional<String> cancelled() {
    return Optional.ofNullable(cancelReason);
  }

  void cancel(String reason) {
    cancelReason = reason;
  }

  /** Whether its definition is committed and its partition active. */
  boolean live() {
    return live;
  }

  void live(boolean now) {
    live = now;
  }

  long timer() {
    return timer;
  }

  void timer(long id) {
    timer = id;
  }

  /** Lets go of every version, and of what it has in memory. */
  void letGo() {
    waiting.forEach(Waiting::letGo);
    waiting.clear();
    base(Optional.empty());
    runsOn(Optional.empty());
    answer.close();
  }
}
