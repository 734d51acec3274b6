package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Page-locked slabs through which pageable memory crosses to the device and back. Locking 256 MB
 * takes about 98 ms, so slabs are locked once, when first needed, up to a fixed number, and lent.
 *
 * <p>A borrower waits for its first slab and takes a second one only if it is free: whoever holds a
 * slab can always finish, so borrowers cannot lock each other out.
 */
final class PinnedStaging {
  private final CudaDevice device;
  private final DevicePolicy policy;
  private final Arena arena = Arena.ofShared();
  private final Deque<PinnedMemory> free = new ArrayDeque<>();
  private final List<PinnedMemory> all = new ArrayList<>();

  PinnedStaging(CudaDevice device, DevicePolicy policy) {
    this.device = device;
    this.policy = policy;
  }

  long slabBytes() {
    return policy.slabBytes();
  }

  /** Whether a slab is locked already. */
  synchronized boolean hasSlab() {
    return !all.isEmpty();
  }

  /** Waits for a slab, or until the job is stopped. */
  synchronized PinnedMemory borrow(JobControl control) {
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      while (true) {
        PinnedMemory slab = borrowNow();
        if (slab != null) {
          return slab;
        }
        control.checkStopped();
        interrupts.await(this, policy.checkTime().toNanos());
      }
    }
  }

  /** A slab if one is free or can still be locked, else null. */
  synchronized PinnedMemory borrowNow() {
    PinnedMemory slab = free.poll();
    if (slab == null && all.size() < policy.slabs()) {
      slab = device.pin(arena.allocate(policy.slabBytes(), PAGE));
      all.add(slab);
    }
    return slab;
  }

  synchronized void giveBack(PinnedMemory slab) {
    free.push(slab);
    notifyAll();
  }

  /** Slabs lent out now. */
  synchronized int lent() {
    return all.size() - free.size();
  }

  /** After every lane has ended. */
  void close() {
    all.forEach(PinnedMemory::close);
    arena.close();
  }

  private static final long PAGE = 4096;
}
