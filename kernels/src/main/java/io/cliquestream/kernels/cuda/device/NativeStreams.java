package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.NativeEvent;
import io.cliquestream.kernels.cuda.driver.NativeStream;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/** The streams of a lane and the events that fork and join them, from its start to its end. */
final class NativeStreams {
  /** The driver's greatest stream priority; it clamps to what the device has. */
  static final int HIGHEST = -100;

  private final CudaDevice device;
  private final int priority;
  private final NativeStream main;
  private final List<NativeStream> side = new ArrayList<>();
  private final NativeEvent fork;
  private final List<NativeEvent> join = new ArrayList<>();
  private final LaneStreams handles;

  NativeStreams(CudaDevice device, LaneKind kind) {
    this.device = device;
    this.priority = kind == LaneKind.URGENT ? HIGHEST : 0;
    this.main = stream();
    this.fork = event();
    for (int i = 0; i < device.policy().sideStreams(); i++) {
      side.add(stream());
      join.add(event());
    }
    this.handles =
        new LaneStreams(
            main.address(),
            side.stream().map(NativeStream::address).toList(),
            fork.address(),
            join.stream().map(NativeEvent::address).toList());
  }

  NativeStream main() {
    return main;
  }

  LaneStreams handles() {
    return handles;
  }

  /** A stream for copies beside kernels on the main one; the main one where there is none. */
  NativeStream copies() {
    return side.isEmpty() ? main : side.getFirst();
  }

  /** Copies that follow come after what the main stream was given so far. */
  int forkCopies() {
    return side.isEmpty() ? CUresult.CUDA_SUCCESS : follow(main, fork, side.getFirst());
  }

  /** What follows on the main stream comes after the copies so far. */
  int joinCopies() {
    return side.isEmpty() ? CUresult.CUDA_SUCCESS : follow(side.getFirst(), join.getFirst(), main);
  }

  private static int follow(NativeStream first, NativeEvent event, NativeStream then) {
    int status = JCudaDriver.cuEventRecord(event, first);
    return status == CUresult.CUDA_SUCCESS ? JCudaDriver.cuStreamWaitEvent(then, event, 0) : status;
  }

  /** Waits for everything that a side stream was given; there is nothing on one that is none. */
  void synchronizeSide(int index) {
    if (index < side.size()) {
      device.inContext(
          "cuStreamSynchronize", () -> JCudaDriver.cuStreamSynchronize(side.get(index)));
    }
  }

  void destroy() {
    side.forEach(this::destroy);
    join.forEach(this::destroy);
    destroy(fork);
    destroy(main);
  }

  private NativeStream stream() {
    NativeStream created = new NativeStream();
    device.inContext(
        "cuStreamCreateWithPriority",
        () ->
            JCudaDriver.cuStreamCreateWithPriority(
                created, CUstream_flags.CU_STREAM_NON_BLOCKING, priority));
    return created;
  }

  private NativeEvent event() {
    NativeEvent created = new NativeEvent();
    device.inContext(
        "cuEventCreate",
        () -> JCudaDriver.cuEventCreate(created, CUevent_flags.CU_EVENT_DISABLE_TIMING));
    return created;
  }

  private void destroy(NativeStream ended) {
    device.inContext("cuStreamDestroy", () -> JCudaDriver.cuStreamDestroy(ended));
  }

  private void destroy(NativeEvent ended) {
    device.inContext("cuEventDestroy", () -> JCudaDriver.cuEventDestroy(ended));
  }
}
