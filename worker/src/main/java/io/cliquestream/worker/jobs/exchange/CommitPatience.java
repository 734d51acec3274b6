package io.cliquestream.worker.jobs.exchange;

import java.time.Duration;

/**
 * Until when somebody asks what became of a commit. The exchange's thread shortens it while a
 * {@link CommitThread} asks: who leaves in the middle of a commit waits no longer for it than for
 * one that is begun then.
 */
final class CommitPatience {
  private final long start = System.nanoTime();
  private volatile long nanos;

  CommitPatience(Duration patience) {
    this.nanos = patience.toNanos();
  }

  /** From now on no longer than this; called by one thread. */
  void shorten(Duration patience) {
    nanos = Math.min(nanos, System.nanoTime() - start + patience.toNanos());
  }

  boolean isOver() {
    return System.nanoTime() - start > nanos;
  }
}
