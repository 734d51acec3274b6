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

  /**
   * The work of a device's share.
   *
   * @param job what several devices do together
   * @param parts the same job, by its parts
   * @param share this device's
   */
  record Work(DeviceJob<?> job, SharedJob parts, Share share) implements DeviceWork<PartialAnswer> {
    @Override
    public long bytes(GraphKnowledge known) {
      return job.bytes(known);
    }

    @Override
    public PartialAnswer run(Lane lane, GraphUse use) {
      return parts.part(lane, use, share);
    }
  }
}
