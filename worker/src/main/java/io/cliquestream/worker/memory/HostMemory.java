package io.cliquestream.worker.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * The one account of this process's off-heap bytes: graphs, orientations, snapshots being put
 * together and the working memory of jobs. Thread-safe; no method waits.
 *
 * <p>Who wants bytes reserves them before they are allocated and releases exactly as many after
 * they were freed. What exists already, and cannot be refused any more, is entered with {@link
 * #reserveBeyondLimit}. Whoever keeps memory only because it may be useful again, such as a cache,
 * registers with {@link #onShortage}: it is told how many bytes are missing before a reservation is
 * refused, and may free them at once or a little later; who was refused comes again.
 */
public final class HostMemory {
  private final long limit;
  private final AtomicLong used = new AtomicLong();
  private final List<LongConsumer> keepers = new CopyOnWriteArrayList<>();

  /**
   * @param limit most bytes of all reservations together, above 0
   */
  public HostMemory(long limit) {
    if (limit <= 0) {
      throw new IllegalArgumentException("a limit of " + limit + " bytes");
    }
    this.limit = limit;
  }

  /**
   * Reserves bytes, all or none.
   *
   * @param bytes 0 or more
   */
  public boolean tryReserve(long bytes) {
    requireCount(bytes);
    if (reserve(bytes)) {
      return true;
    }
    long missing = Math.min(bytes, limit) - (limit - used.get());
    if (bytes <= limit && missing > 0) {
      keepers.forEach(keeper -> keeper.accept(missing));
    }
    return reserve(bytes);
  }

  /** Enters bytes that exist already; the account may exceed its limit, and keepers are told. */
  public void reserveBeyondLimit(long bytes) {
    requireCount(bytes);
    long excess = used.addAndGet(bytes) - limit;
    if (excess > 0) {
      keepers.forEach(keeper -> keeper.accept(excess));
    }
  }

  /**
   * Gives reserved bytes back.
   *
   * @throws IllegalStateException when more is given back than was reserved
   */
  public void release(long bytes) {
    requireCount(bytes);
    if (used.addAndGet(-bytes) < 0) {
      throw new IllegalStateException("more bytes were given back than reserved");
    }
  }

  /** Bytes reserved now. */
  public long used() {
    return used.get();
  }

  /** Most bytes of all reservations together. */
  public long limit() {
    return limit;
  }

  /** Adds a keeper of memory that can be spared; it is told how many bytes are missing. */
  public void onShortage(LongConsumer keeper) {
    keepers.add(keeper);
  }

  private boolean reserve(long bytes) {
    long now = used.get();
    while (bytes <= limit - now) {
      if (used.compareAndSet(now, now + bytes)) {
        return true;
      }
      now = used.get();
    }
    return false;
  }

  private static void requireCount(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(bytes + " bytes");
    }
  }
}
