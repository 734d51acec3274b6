package io.cliquestream.kernels.change.match;

/** Takes matches that changed, first those that vanished. Called on the thread that searches. */
@FunctionalInterface
public interface MatchSink {
  /** Ignores everything. */
  MatchSink NONE = match -> {};

  /**
   * Takes one match; what it throws ends the search.
   *
   * @param match the receiver's to keep
   */
  void accept(MatchChange match);
}
