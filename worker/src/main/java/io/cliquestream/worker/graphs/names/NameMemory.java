package io.cliquestream.worker.graphs.names;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.memory.HostMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes of the names of all versions that are known: a bound of its own, because names stay in
 * memory as long as their version is known, and within the process's account. Thread-safe.
 */
public final class NameMemory {
  private final long limit;
  private final HostMemory memory;
  private final AtomicLong used = new AtomicLong();

  /**
   * @param limit most bytes
   * @param memory the account of the process
   */
  public NameMemory(long limit, HostMemory memory) {
    this.limit = limit;
    this.memory = memory;
  }

  /** Bytes of names now. */
  public long used() {
    return used.get();
  }

  /**
   * Enters bytes that exist already, and that the caller frees when it is refused.
   *
   * @throws WorkerException GRAPH_TOO_LARGE beyond the limit
   */
  void enter(long bytes) {
    if (!tryEnter(bytes)) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "the names of its vertices take %d bytes, of %d that graphs.name-bytes grants %d are taken"
              .formatted(bytes, limit, used.get()));
    }
  }

  /** The same; says whether there was room. */
  boolean tryEnter(long bytes) {
    if (used.addAndGet(bytes) > limit) {
      used.addAndGet(-bytes);
      return false;
    }
    memory.reserveBeyondLimit(bytes);
    return true;
  }

  void leave(long bytes) {
    used.addAndGet(-bytes);
    memory.release(bytes);
  }
}
