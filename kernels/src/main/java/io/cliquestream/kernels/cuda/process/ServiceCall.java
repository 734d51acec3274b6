package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.job.JobControl;

/** A call as the service sees it. */
public interface ServiceCall {
  /** Stops come in here, and progress put in here reaches the caller. */
  JobControl control();

  /**
   * Sends a part of a long answer ahead, in order; blocks while the caller is behind. When a call
   * is run again, it must send the same pages again: the caller skips those it has.
   */
  void page(byte[] bytes);
}
