package io.cliquestream.kernels.cuda.grid;

import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.device.PinnedMemory;
import io.cliquestream.kernels.cuda.driver.DeviceFaultException;
import io.cliquestream.kernels.failure.ComputeException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Host memory that is page-locked piece by piece, until the system locks no more: as of a file that
 * is mapped for reading, or past a limit. What is not locked is copied all the same, slower.
 */
final class PageLocks implements AutoCloseable {
  private final CudaDevice device;
  private final List<PinnedMemory> locked = new ArrayList<>();
  private boolean refused;

  PageLocks(CudaDevice device) {
    this.device = device;
  }

  /** Locks a piece; false where this or an earlier one could not be. */
  boolean lock(MemorySegment piece) {
    if (refused) {
      return false;
    }
    try {
      locked.add(device.pin(piece));
    } catch (DeviceFaultException e) {
      throw e;
    } catch (ComputeException e) {
      refused = true;
    }
    return !refused;
  }

  /** Whether every piece that was asked for is locked. */
  boolean all() {
    return !refused;
  }

  /** Unlocks; no copy may be under way. */
  @Override
  public void close() {
    locked.forEach(PinnedMemory::close);
    locked.clear();
  }
}
