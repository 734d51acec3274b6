package io.cliquestream.worker.jobs.standing;

import io.cliquestream.worker.jobs.run.ActiveJob;
import java.util.ArrayDeque;
import java.util.Optional;

/** A standing job of an active partition: what is due, and whether a run is under way. */
public final class StandingJob {
  /** Versions that wait for their run; beyond it the oldest is skipped for the newer ones. */
  static final int WAITING_VERSIONS = 256;

  private final ArrayDeque<Long> versions = new ArrayDeque<>();
  private StandingDefinition definition;
  private ActiveJob running;
  private long timer = -1;
  private boolean live;

  StandingJob(StandingDefinition definition) {
    this.definition = definition;
  }

  StandingDefinition definition() {
    return definition;
  }

  void definition(StandingDefinition next) {
    definition = next;
  }

  /** Notes a version unless it was seen before. */
  void due(long version) {
    long newest = versions.isEmpty() ? definition.lastVersion() : versions.getLast();
    if (Long.compareUnsigned(version, newest) > 0) {
      if (versions.size() == WAITING_VERSIONS) {
        versions.removeFirst();
      }
      versions.add(version);
    }
  }

  /** The next version to run on. */
  Optional<Long> nextVersion() {
    return Optional.ofNullable(versions.poll());
  }

  Optional<ActiveJob> running() {
    return Optional.ofNullable(running);
  }

  void running(ActiveJob run) {
    running = run;
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
}
