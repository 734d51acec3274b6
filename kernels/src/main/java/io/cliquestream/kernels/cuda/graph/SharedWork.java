package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.part.PartialAnswer;

/**
 * The work of a device's share.
 *
 * @param job what several devices do together
 * @param parts the same job, by its parts
 * @param share this device's
 */
public record SharedWork(DeviceJob<?> job, SharedJob parts, Share share)
    implements DeviceWork<PartialAnswer> {
  @Override
  public long bytes(GraphKnowledge known) {
    return job.bytes(known);
  }

  @Override
  public PartialAnswer run(Lane lane, GraphUse use) {
    return parts.part(lane, use, share);
  }
}
