package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.admission.MemoryReservation;
import io.cliquestream.kernels.cuda.driver.DevicePointer;
import io.cliquestream.kernels.cuda.driver.DeviceState;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jcuda.driver.JCudaDriver;

/**
 * What the present task of a lane holds of device and pinned memory. A task that ends gives back
 * all that it did not keep.
 */
final class LaneMemory {
  private static final long HOST_ALIGNMENT = 64;

  private final Lane lane;
  private final CudaDevice device;
  private final MemorySegment scratch;
  private final Set<DeviceMemory> owned = new HashSet<>();
  private MemoryReservation reservation;
  private long scratchUsed;

  LaneMemory(Lane lane, CudaDevice device) {
    this.lane = lane;
    this.device = device;
    this.scratch = device.words().scratch(lane.index());
  }

  void begin(MemoryReservation ofTask) {
    reservation = ofTask;
  }

  DeviceMemory allocate(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("an area of " + bytes + " bytes");
    }
    long accounted = DeviceMemory.accounted(bytes);
    reservation.take(accounted);
    try {
      lane.enqueuing();
      DevicePointer pointer = device.pool().allocate(lane, bytes);
      DeviceMemory memory = new DeviceMemory(device, lane, pointer, bytes);
      owned.add(memory);
      return memory;
    } catch (RuntimeException | Error e) {
      reservation.give(accounted);
      throw e;
    }
  }

  void free(DeviceMemory memory) {
    owned.remove(memory);
    reservation.give(DeviceMemory.accounted(memory.bytes()));
    if (device.state() != DeviceState.FAULTED) {
      lane.enqueuing();
      lane.check("cuMemFreeAsync", JCudaDriver.cuMemFreeAsync(memory.pointer(), lane.handle()));
    }
  }

  void keep(DeviceMemory memory) {
    owned.remove(memory);
    reservation.keep(DeviceMemory.accounted(memory.bytes()));
  }

  MemorySegment host(long bytes) {
    long start = (scratchUsed + HOST_ALIGNMENT - 1) / HOST_ALIGNMENT * HOST_ALIGNMENT;
    if (bytes < 0 || start + bytes > scratch.byteSize()) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "a lane has " + scratch.byteSize() + " bytes of pinned host memory, the task asks more");
    }
    scratchUsed = start + bytes;
    return scratch.asSlice(start, bytes).fill((byte) 0);
  }

  /** Gives back what the task still has; the reservation is left by {@link #end}. */
  void giveBack() {
    scratchUsed = 0;
    RuntimeException failure = null;
    for (DeviceMemory memory : List.copyOf(owned)) {
      try {
        memory.close();
      } catch (RuntimeException e) { // one area's failure keeps no other
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  void end() {
    reservation = null;
  }
}
