package io.cliquestream.worker.thread;

import java.time.Duration;
import java.util.Optional;

/**
 * A watched thread at one moment.
 *
 * @param name as thread dumps show it
 * @param alive whether it runs; false also before its start and after an orderly end
 * @param sinceProgress since it last said that it got on
 * @param stuckAfter without progress for so long it counts as stuck
 * @param failure what ended it, if that was not its own decision
 */
public record ThreadHealth(
    String name,
    boolean alive,
    Duration sinceProgress,
    Duration stuckAfter,
    Optional<Throwable> failure) {
  /** Whether it lives but does not get on. */
  public boolean isStuck() {
    return alive && sinceProgress.compareTo(stuckAfter) > 0;
  }

  /** Whether nothing is wrong with it. */
  public boolean isHealthy() {
    return failure.isEmpty() && !isStuck();
  }
}
