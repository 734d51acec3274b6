package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.worker.Interleavings;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** No message lies in the box of a reader that waits. */
final class MailboxInterleavings {
  @Test
  void aWaitingReaderIsWokenForEveryMessage() {
    Interleavings.of(
        () -> {
          var box = new Mailbox<Integer>();
          // As a consumer's wake-up: it ends the present wait, or the next one.
          var wake = new Semaphore(0);
          Interleavings.Step writer =
              () -> {
                if (box.put(1)) {
                  wake.release();
                }
              };
          Interleavings.Step reader =
              () -> {
                int taken = 0;
                while (taken < 2) {
                  if (box.startWaiting()) {
                    wake.acquire();
                  }
                  box.stopWaiting();
                  while (box.poll() != null) {
                    taken++;
                  }
                }
              };
          Interleavings.together(writer, writer, reader);
        });
  }
}
