package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.Lane;

/** A job on a device graph. Both methods may be called several times for one job. */
public interface DeviceWork<T> {
  /**
   * Most bytes of device memory that {@link #run} takes, what it attaches included, the graph not.
   */
  long bytes(GraphKnowledge known);

  /** Computes on a lane; everything it enqueues is waited for before the lane goes on. */
  T run(Lane lane, GraphUse use);
}
