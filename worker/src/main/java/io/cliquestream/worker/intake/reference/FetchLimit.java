package io.cliquestream.worker.intake.reference;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_FILE_UNREADABLE;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.worker.failure.WorkerException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * The time that one fetch may take, all its steps together. When it is up, the stream that is being
 * read is closed from another thread, which ends a read that hangs.
 */
final class FetchLimit {
  private final Duration limit;
  private final long start = System.nanoTime();
  private InputStream content;
  private WorkerException lacking;
  private boolean over;

  FetchLimit(Duration limit) {
    this.limit = limit;
  }

  /** What is left; never negative. */
  Duration left() {
    Duration left = limit.minusNanos(System.nanoTime() - start);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Stops work in the compute library when the time is up. */
  JobControl control() {
    return JobControl.within(left().plusMillis(1));
  }

  /**
   * Throws when the time is up.
   *
   * @throws WorkerException FILE_UNREADABLE
   */
  synchronized void check() {
    if (over || left().isZero()) {
      throw exceeded();
    }
  }

  /** Notes the stream that is being read. */
  synchronized void reading(InputStream stream) throws IOException {
    content = stream;
    if (over) {
      stream.close();
    }
  }

  /** Whether the time was up, so that whatever went wrong is its doing. */
  synchronized boolean isOver() {
    return over;
  }

  /** The time is up. */
  synchronized void end() throws IOException {
    over = true;
    if (content instanceof software.amazon.awssdk.core.ResponseInputStream<?> response) {
      // Closing would read the rest first.
      response.abort();
    } else if (content != null) {
      content.close();
    }
  }

  /** Notes what is waited for, and what to say should the time be up meanwhile. */
  synchronized void waiting(WorkerException why) {
    lacking = why;
  }

  /** What was waited for is there. */
  synchronized void noLongerWaiting() {
    lacking = null;
  }

  synchronized WorkerException exceeded() {
    if (lacking != null) {
      return lacking;
    }
    return new WorkerException(
        FAILURE_CODE_FILE_UNREADABLE,
        "the object was not fetched within " + limit.toMillis() + " ms");
  }
}
