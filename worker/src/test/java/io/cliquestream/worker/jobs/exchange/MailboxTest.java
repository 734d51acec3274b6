package io.cliquestream.worker.jobs.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class MailboxTest {
  private static final int MESSAGES = 300_000;

  /**
   * The reader sleeps until it is woken, without a limit, and the writer waits for each message to
   * be taken: one wake-up that is lost stops both.
   */
  @Test
  void noMessageIsLeftWithAReaderThatSleeps() throws InterruptedException {
    var mailbox = new Mailbox<Integer>();
    var wake = new Semaphore(0);
    var taken = new AtomicInteger(-1);
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  while (taken.get() < MESSAGES - 1) {
                    if (mailbox.startWaiting()) {
                      wake.acquireUninterruptibly();
                    }
                    mailbox.stopWaiting();
                    wake.drainPermits();
                    for (Integer next = mailbox.poll(); next != null; next = mailbox.poll()) {
                      taken.set(next);
                    }
                  }
                });
    for (int message = 0; message < MESSAGES; message++) {
      if (mailbox.put(message)) {
        wake.release();
      }
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (taken.get() < message) {
        Thread.onSpinWait();
        if (System.nanoTime() - deadline > 0) {
          throw new AssertionError("message " + message + " is left with a sleeping reader");
        }
      }
    }
    reader.join();
    assertThat(mailbox.poll()).isNull();
  }
}
