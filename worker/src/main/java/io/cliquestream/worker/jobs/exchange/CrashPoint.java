package io.cliquestream.worker.jobs.exchange;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Places at which a test may kill the worker's process. Off unless the process was started with
 * {@code -Dcliquestream.crash-point=NAME:PASS}: then the thread that comes through that place for
 * the PASS-th time says so on standard output and stays there until the process is killed from
 * outside. Off, a pass costs the test of one constant, which the compiler removes.
 */
public enum CrashPoint {
  /** A job was read from the topic and is about to be decoded. */
  DECODE,
  /** A lane is about to compute. */
  COMPUTE,
  /** Results are ready, no transaction is open. */
  BEFORE_COMMIT,
  /** Results and offsets are in the transaction, which is not committed. */
  INSIDE_TRANSACTION,
  /** The transaction is committed, nothing has been noted in memory. */
  AFTER_COMMIT;

  /** What the process prints when it has arrived. */
  public static final String ARRIVED = "CRASH POINT REACHED";

  private static final String ARMED = System.getProperty("cliquestream.crash-point", "");
  private static final boolean ENABLED = !ARMED.isEmpty();
  private static final AtomicInteger PASSES = new AtomicInteger();

  /** Goes through, unless this is where the process is to end. */
  public void pass() {
    if (ENABLED) {
      passArmed();
    }
  }

  private void passArmed() {
    int separator = ARMED.indexOf(':');
    if (!ARMED.substring(0, separator).equals(name())
        || PASSES.incrementAndGet() != Integer.parseInt(ARMED.substring(separator + 1))) {
      return;
    }
    System.out.println(ARRIVED);
    System.out.flush();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
