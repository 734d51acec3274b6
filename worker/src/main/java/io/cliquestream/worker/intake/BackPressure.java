package io.cliquestream.worker.intake;

import java.util.concurrent.CompletableFuture;

/** What a partition's feed asks of whoever brings its records. Never blocks. */
interface BackPressure {
  /** Holds a partition back, or lets it go on. */
  void setPaused(int partition, boolean paused);

  /** Notes that dead letters below an offset were written. */
  CompletableFuture<Void> markDeadLettered(int partition, long offset);
}
