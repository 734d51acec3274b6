package io.cliquestream.worker.intake.assembly;

import java.util.concurrent.atomic.AtomicLong;

/** Off-heap bytes that snapshots and deltas may hold while they are put together. Thread-safe. */
public final class AssemblyBudget {
  private final long perAssembly;
  private final long total;
  private final AtomicLong used = new AtomicLong();

  /**
   * @param perAssembly most bytes of one snapshot or delta
   * @param total most bytes of all together
   */
  public AssemblyBudget(long perAssembly, long total) {
    this.perAssembly = perAssembly;
    this.total = total;
  }

  /** Most bytes of one snapshot or delta. */
  public long perAssembly() {
    return perAssembly;
  }

  /** Bytes reserved now. */
  public long used() {
    return used.get();
  }

  /** Reserves bytes, all or none. */
  boolean tryReserve(long bytes) {
    long now = used.get();
    while (bytes <= total - now) {
      if (used.compareAndSet(now, now + bytes)) {
        return true;
      }
      now = used.get();
    }
    return false;
  }

  void release(long bytes) {
    used.addAndGet(-bytes);
  }
}
