package io.cliquestream.worker.intake.assembly;

import io.cliquestream.worker.memory.HostMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Off-heap bytes that snapshots and deltas may hold while they are put together: a bound of its own
 * within the process's account. Thread-safe.
 *
 * <p>It also knows whether somebody waits: a refused reservation is a shortage for {@value
 * #SHORTAGE_MILLIS} ms, within which whoever was refused asks again.
 */
public final class AssemblyBudget {
  private static final long SHORTAGE_MILLIS = 1_000;

  private final long perAssembly;
  private final long total;
  private final HostMemory memory;
  private final AtomicLong used = new AtomicLong();
  private volatile long refusedAt = System.nanoTime() - 2 * SHORTAGE_MILLIS * 1_000_000;

  /**
   * @param perAssembly most bytes of one snapshot or delta
   * @param total most bytes of all together
   * @param memory the account they are taken from
   */
  public AssemblyBudget(long perAssembly, long total, HostMemory memory) {
    this.perAssembly = perAssembly;
    this.total = total;
    this.memory = memory;
  }

  /** Most bytes of one snapshot or delta. */
  public long perAssembly() {
    return perAssembly;
  }

  /** Most bytes that one snapshot or delta gets when there is nothing else. */
  long mostOfOne() {
    return Math.min(perAssembly, memory.limit());
  }

  /** Bytes reserved now. */
  public long used() {
    return used.get();
  }

  /** Whether a reservation was refused a moment ago, so that what is idle should give way. */
  boolean isShort() {
    return System.nanoTime() - refusedAt < SHORTAGE_MILLIS * 1_000_000;
  }

  /** Reserves bytes, all or none. */
  boolean tryReserve(long bytes) {
    long now = used.get();
    while (bytes <= total - now) {
      if (used.compareAndSet(now, now + bytes)) {
        if (memory.tryReserve(bytes)) {
          return true;
        }
        used.addAndGet(-bytes);
        break;
      }
      now = used.get();
    }
    refusedAt = System.nanoTime();
    return false;
  }

  /** Enters bytes that exist already. */
  public void reserveBeyondLimit(long bytes) {
    used.addAndGet(bytes);
    memory.reserveBeyondLimit(bytes);
  }

  /** Gives reserved bytes back. */
  public void release(long bytes) {
    used.addAndGet(-bytes);
    memory.release(bytes);
  }
}
