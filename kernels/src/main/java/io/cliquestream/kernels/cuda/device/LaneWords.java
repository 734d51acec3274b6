package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.DevicePointer;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.driver.HostPointer;
import io.cliquestream.kernels.cuda.driver.NativeStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * The words by which lanes and device talk past the driver.
 *
 * <p><b>Completion words</b> lie in page-locked host memory, one cache line a lane. A lane's stream
 * writes a growing number at each mark; the lane's thread reads it at the price of a load, where an
 * event query costs 1.35 microseconds and the driver's lock. They stay readable after a fault and
 * then say which lanes had work on the device.
 *
 * <p><b>Stop words</b> lie in device memory, one cache line a lane. Kernels read their lane's
 * before each item, from the second-level cache. A stop is written by a command on a stream of its
 * own (a stream memory operation: it needs neither a multiprocessor nor a copy engine, so it
 * overtakes whatever runs). A word in mapped host memory would need no command, but every reader
 * would cross PCIe: 179 times slower when all warps poll.
 */
final class LaneWords {
  /** {@code CS_PAUSE} of the C library. */
  private static final int PAUSE = 2;

  private static final long LINE = 128;
  private static final long PAGE = 4096;
  private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();

  private final CudaDevice device;
  private final Arena arena = Arena.ofShared();
  private final PinnedMemory completion;
  private final PinnedMemory scratch;
  private final long scratchBytes;

  /** Not from the pool: stream memory operations refuse its addresses. */
  private final DevicePointer stop = new DevicePointer();

  private final NativeStream stopStream = new NativeStream();

  LaneWords(CudaDevice device, DevicePolicy policy) {
    this.device = device;
    int lanes = policy.lanes() + 1;
    device.inContext(
        "cuStreamCreateWithPriority",
        () ->
            JCudaDriver.cuStreamCreateWithPriority(
                stopStream, CUstream_flags.CU_STREAM_NON_BLOCKING, NativeStreams.HIGHEST));
    device.inContext("cuMemAlloc", () -> JCudaDriver.cuMemAlloc(stop, lanes * LINE));
    device.inContext(
        "cuMemsetD8Async",
        () -> JCudaDriver.cuMemsetD8Async(stop, (byte) 0, lanes * LINE, stopStream));
    device.inContext("cuStreamSynchronize", () -> JCudaDriver.cuStreamSynchronize(stopStream));
    long pages = (lanes * LINE + PAGE - 1) / PAGE * PAGE;
    this.completion = device.pin(arena.allocate(pages, PAGE));
    this.scratchBytes = policy.laneHostBytes();
    this.scratch = device.pin(arena.allocate(lanes * scratchBytes, PAGE));
  }

  /** Pinned memory for a lane's own use. */
  MemorySegment scratch(int lane) {
    return scratch.segment().asSlice(lane * scratchBytes, scratchBytes);
  }

  DevicePointer completionAddress(int lane) {
    return completion.deviceAddress(lane * LINE);
  }

  int completed(int lane) {
    return (int) WORD.getAcquire(completion.segment(), lane * LINE);
  }

  DevicePointer stopAddress(int lane) {
    return new DevicePointer(stop.address() + lane * LINE);
  }

  /** Sets a lane's stop word; called by the lane's thread. */
  void raiseStop(Lane lane) {
    lane.check(
        "cuStreamWriteValue32 (stop)",
        JCudaDriver.cuStreamWriteValue32(stopStream, stopAddress(lane.index()), 1, 0));
  }

  /** Makes the lane's launch pause, by a value of the stop word; called by the lane's thread. */
  void raisePause(Lane lane) {
    lane.check(
        "cuStreamWriteValue32 (pause)",
        JCudaDriver.cuStreamWriteValue32(stopStream, stopAddress(lane.index()), PAUSE, 0));
  }

  /** Copies a word of the device to pinned memory, past everything that lanes run. */
  void peek(Lane lane, DevicePointer from, MemorySegment pinned) {
    lane.check(
        "cuMemcpyDtoHAsync (progress)",
        JCudaDriver.cuMemcpyDtoHAsync(new HostPointer(pinned), from, Long.BYTES, stopStream));
  }

  /** Waits for every peek. */
  void settlePeeks(Lane lane) {
    lane.check("cuStreamSynchronize (progress)", JCudaDriver.cuStreamSynchronize(stopStream));
  }

  /**
   * Clears a lane's stop word, be it a stop's or a pause's, once nothing of the lane runs; later
   * work of the lane sees 0.
   */
  void clearStop(Lane lane) {
    lane.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stopStream));
    lane.check(
        "cuMemsetD32Async (stop)",
        JCudaDriver.cuMemsetD32Async(stopAddress(lane.index()), 0, 1, lane.handle()));
  }

  void close() {
    device.inContext("cuStreamDestroy", () -> JCudaDriver.cuStreamDestroy(stopStream));
    device.inContext("cuMemFree", () -> JCudaDriver.cuMemFree(stop));
    completion.close();
    scratch.close();
    arena.close();
  }
}
