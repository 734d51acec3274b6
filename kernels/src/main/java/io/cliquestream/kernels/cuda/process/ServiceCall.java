package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.control.JobControl;

/** A call as the service sees it. */
public interface ServiceCall {
  /** Stops come in here, and progress put in here reaches the caller. */
  JobControl control();

  /**
   * Sends a part of a long answer ahead, in order; blocks while the caller is behind. When a call
   * is run again, it sends its pages again from the first one.
   */
  void page(byte[] bytes);
}
