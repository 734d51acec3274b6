package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.LibraryStatusException;

/** Calls of the C library on a lane: the lane knows of the work and judges its errors. */
public final class LaneCalls {
  private LaneCalls() {}

  /** Enqueues on the lane's streams. */
  public static void enqueue(Lane lane, Runnable call) {
    lane.enqueuing();
    try {
      call.run();
    } catch (LibraryStatusException e) {
      if (e.isCudaError()) {
        lane.check(e.function(), e.status());
      }
      throw e;
    }
  }
}
