package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.part.PartialAnswer;

/** A job that several devices can do together, each a part. */
public interface SharedJob {
  /**
   * Does a device's share; everything it enqueues is waited for before the lane goes on.
   *
   * @return what this device found, to be added to what the others did
   */
  PartialAnswer part(Lane lane, GraphUse use, Share share);
}
