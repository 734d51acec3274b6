package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceWork;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import java.util.concurrent.atomic.AtomicInteger;

/** Work that shows in the number of busy lanes. */
record CountedWork<T>(DeviceWork<T> work, AtomicInteger busyLanes) implements DeviceWork<T> {
  @Override
  public long bytes(GraphKnowledge known) {
    return work.bytes(known);
  }

  @Override
  public T run(Lane lane, GraphUse use) {
    busyLanes.incrementAndGet();
    try {
      return work.run(lane, use);
    } finally {
      busyLanes.decrementAndGet();
    }
  }
}
