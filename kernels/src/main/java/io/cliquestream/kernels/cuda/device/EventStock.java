package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.NativeEvent;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import jcuda.driver.JCudaDriver;

/** The events of a lane, made when first needed, up to a bound, and used again. */
final class EventStock {
  /** A task uses a handful: slices in flight, slabs under way, marks of time. */
  private static final int MOST = 1024;

  private final Lane lane;
  private final int flags;
  private final List<NativeEvent> all = new ArrayList<>();
  private final Deque<NativeEvent> free = new ArrayDeque<>();

  EventStock(Lane lane, int flags) {
    this.lane = lane;
    this.flags = flags;
  }

  NativeEvent next() {
    NativeEvent event = free.poll();
    if (event != null) {
      return event;
    }
    if (all.size() == MOST) {
      throw new ComputeException(
          FailureCode.INTERNAL, "a task has more than " + MOST + " marks on its lane");
    }
    event = new NativeEvent();
    lane.check("cuEventCreate", JCudaDriver.cuEventCreate(event, flags));
    all.add(event);
    return event;
  }

  void giveBack(NativeEvent event) {
    free.push(event);
  }

  void giveAllBack() {
    free.clear();
    free.addAll(all);
  }

  void destroy() {
    for (NativeEvent event : all) {
      lane.device().inContext("cuEventDestroy", () -> JCudaDriver.cuEventDestroy(event));
    }
  }
}
