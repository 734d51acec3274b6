package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

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
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition returned = lock.newCondition();
  private final Deque<PinnedMemory> free = new ArrayDeque<>();
  private final List<PinnedMemory> all = new ArrayList<>();

  PinnedStaging(CudaDevice device, DevicePolicy policy) {
    this.device = device;
    this.policy = policy;
  }

  long slabBytes() {
    return policy.slabBytes();
  }

  /** Waits for a slab, or until the job is stopped. */
  PinnedMemory borrow(JobControl control) {
    boolean interrupted = false;
    lock.lock();
    try {
      while (true) {
        PinnedMemory slab = borrowNow();
        if (slab != null) {
          return slab;
        }
        control.checkStopped();
        try {
          if (returned.awaitNanos(policy.checkTime().toNanos()) <= 0) {
            control.checkStopped();
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A slab if one is free or can still be locked, else null. */
  PinnedMemory borrowNow() {
    lock.lock();
    try {
      PinnedMemory slab = free.poll();
      if (slab == null && all.size() < policy.slabs()) {
        slab = device.pin(arena.allocate(policy.slabBytes(), PAGE));
        all.add(slab);
      }
      return slab;
    } finally {
      lock.unlock();
    }
  }

  void giveBack(PinnedMemory slab) {
    lock.lock();
    try {
      free.push(slab);
      returned.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Slabs lent out now. */
  int lent() {
    lock.lock();
    try {
      return all.size() - free.size();
    } finally {
      lock.unlock();
    }
  }

  /** After every lane has ended. */
  void close() {
    all.forEach(PinnedMemory::close);
    arena.close();
  }

  private static final long PAGE = 4096;
}
