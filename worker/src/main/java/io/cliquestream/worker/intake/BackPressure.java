package io.cliquestream.worker.intake;

/** What a partition's feed asks of whoever brings its records. Never blocks. */
interface BackPressure {
  /** Holds a partition back, or lets it go on. */
  void setPaused(int partition, boolean paused);
}
