package io.cliquestream.kernels.cuda.admission;

/** Gives resident memory back when jobs need it: a cache that can evict. */
@FunctionalInterface
public interface MemoryRelief {
  /** Gives nothing back. */
  MemoryRelief NONE = bytes -> 0;

  /**
   * Closes resident memory that nobody uses, at least {@code bytes} if there is so much. Called
   * without any lock, by the thread that wants memory.
   *
   * @return bytes given back
   */
  long release(long bytes);

  /** Gives the rest back from elsewhere. */
  default MemoryRelief or(MemoryRelief next) {
    return bytes -> {
      long given = release(bytes);
      return given >= bytes ? given : given + next.release(bytes - given);
    };
  }
}
