package io.cliquestream.worker.jobs.exchange;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Messages of any thread for one thread that waits elsewhere, in a poll of the broker say, and has
 * to be woken there, but never needlessly: waking costs a failed poll.
 *
 * <p>States: BUSY, the reader looks into the box before it waits again; WAITING, whoever puts
 * something must wake it; WOKEN, somebody did. The reader announces that it is going to wait and
 * only then looks whether the box is empty; a writer puts first and looks at the state only then.
 * So at least one of the two sees the other, and no message lies in the box of a reader that waits.
 *
 * @param <T> a message
 */
final class Mailbox<T> {
  private static final int BUSY = 0;
  private static final int WAITING = 1;
  private static final int WOKEN = 2;

  private final Queue<T> messages = new ConcurrentLinkedQueue<>();
  private final AtomicInteger reader = new AtomicInteger(BUSY);

  /** Puts a message. True when the caller has to wake the reader. */
  boolean put(T message) {
    messages.add(message);
    return reader.compareAndSet(WAITING, WOKEN);
  }

  /** Takes the oldest message; null when there is none. The reader's. */
  T poll() {
    return messages.poll();
  }

  /**
   * Announces a wait. False when there is a message already: then it must not wait. The reader's.
   */
  boolean startWaiting() {
    reader.set(WAITING);
    return messages.isEmpty();
  }

  /** The wait is over, whoever ended it. The reader's. */
  void stopWaiting() {
    reader.set(BUSY);
  }
}
