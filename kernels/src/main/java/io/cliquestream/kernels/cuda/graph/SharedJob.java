package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.part.PartialAnswer;

/** A job that several devices can do together, each on its own copy of the graph. */
public interface SharedJob {
  /**
   * Computes what a share gives this device. The parts of all devices that share a job add up to
   * the whole. Like {@link DeviceWork#run}, it may be called again until it has offered the job or
   * taken a piece, and not after that.
   */
  PartialAnswer part(Lane lane, GraphUse use, Share share);
}
