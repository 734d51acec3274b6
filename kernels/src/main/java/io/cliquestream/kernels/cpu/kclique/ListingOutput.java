package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;

/** Gives cliques to the sink up to the limit, and knows whether any was left out. */
final class ListingOutput {
  private final ListingSink sink;
  private final JobControl control;
  private final long limit;
  private long listed;
  private boolean complete = true;

  ListingOutput(ListingSink sink, JobControl control, long limit) {
    this.sink = sink;
    this.control = control;
    this.limit = limit;
  }

  /**
   * Takes the next clique, vertices ascending.
   *
   * @return false when it is one too many; no more are wanted then
   */
  boolean accept(int[] clique) {
    control.checkStopped();
    if (listed == limit) {
      complete = false;
      return false;
    }
    sink.accept(clique);
    listed++;
    return true;
  }

  /** Cliques still of interest: those to list and one more that proves the listing incomplete. */
  long wanted() {
    return limit - listed + 1;
  }

  long listed() {
    return listed;
  }

  boolean complete() {
    return complete;
  }
}
