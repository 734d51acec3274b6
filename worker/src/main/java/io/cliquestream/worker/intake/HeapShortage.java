package io.cliquestream.worker.intake;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Tries again what found the heap full, which may be somebody else's doing and over in a moment.
 */
final class HeapShortage {
  private static final int ATTEMPTS = 5;
  private static final long PAUSE_MILLIS = 500;

  private HeapShortage() {}

  /**
   * Does a work that leaves nothing behind when it fails.
   *
   * @throws WorkerException GRAPH_TOO_LARGE when the heap stays full; CANCELLED when this thread is
   *     interrupted
   */
  static <T> T outlast(Supplier<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return work.get();
      } catch (OutOfMemoryError e) {
        if (attempt == ATTEMPTS) {
          throw new WorkerException(
              FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
              "the worker's memory did not suffice for it: " + e.getMessage(),
              e);
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      throw ending(e);
    }
  }

  /** What an interrupted thread says. */
  static WorkerException ending(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "the worker is ending", cause);
  }
}
