package io.cliquestream.kernels.thread;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A lock that is held for a block: {@code try (Guard _ = guard.hold())}. */
public final class Guard implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();

  /** Nobody's yet. */
  public Guard() {}

  /**
   * Takes the lock.
   *
   * @return this, to be closed by whoever took it
   */
  public Guard hold() {
    lock.lock();
    return this;
  }

  /** {@return what is waited for, and told of, under the lock} */
  public Condition newCondition() {
    return lock.newCondition();
  }

  @Override
  public void close() {
    lock.unlock();
  }
}
