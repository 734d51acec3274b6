package io.cliquestream.kernels.control;

import io.cliquestream.kernels.thread.KeptInterrupts;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** One offer of help in the common pool: taken up once, or withdrawn. */
final class Helper implements Runnable {
  private final AtomicReference<Runnable> participant;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile Throwable failure;

  Helper(Runnable participant) {
    this.participant = new AtomicReference<>(participant);
  }

  @Override
  public void run() {
    Runnable taken = participant.getAndSet(null);
    if (taken == null) {
      return;
    }
    try {
      taken.run();
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      done.countDown();
    }
  }

  /** Withdraws the offer, or waits for its end if it has been taken; returns its failure. */
  Throwable finish() {
    if (participant.getAndSet(null) != null) {
      return null;
    }
    // Not interruptible: memory the helper still writes to must outlive it.
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      while (done.getCount() > 0) {
        var _ = interrupts.keep(() -> done.await(1, TimeUnit.DAYS));
      }
    }
    return failure;
  }
}
