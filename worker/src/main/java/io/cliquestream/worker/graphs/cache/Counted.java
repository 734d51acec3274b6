package io.cliquestream.worker.graphs.cache;

import io.cliquestream.worker.memory.HostMemory;
import java.util.function.Consumer;

/**
 * Memory with a count of its users. It is freed when the count falls to zero and cannot be taken
 * again after that; until then it stands in the process's account. Thread-safe.
 */
final class Counted<T extends AutoCloseable> {
  private final T value;
  private final long bytes;
  private final HostMemory memory;
  private final Consumer<T> freed;
  private int users = 1;

  /**
   * Counts the caller as the first user; must not be called under a lock of the cache.
   *
   * @param freed told when the memory was freed
   */
  Counted(T value, long bytes, HostMemory memory, Consumer<T> freed) {
    this.value = value;
    this.bytes = bytes;
    this.memory = memory;
    this.freed = freed;
    memory.reserveBeyondLimit(bytes);
  }

  T value() {
    return value;
  }

  long bytes() {
    return bytes;
  }

  /** Whether it has users. */
  synchronized boolean isHeld() {
    return users > 0;
  }

  /** Adds a user unless the memory is gone. */
  synchronized boolean tryPin() {
    if (users == 0) {
      return false;
    }
    users++;
    return true;
  }

  /** Takes a user away; the last one frees the memory. */
  void unpin() {
    synchronized (this) {
      if (users == 0) {
        throw new IllegalStateException("given back more often than taken");
      }
      users--;
      if (users > 0) {
        return;
      }
    }
    try {
      value.close();
      freed.accept(value);
    } catch (Exception e) {
      throw new IllegalStateException("memory could not be freed", e);
    } finally {
      memory.release(bytes);
    }
  }
}
