package io.cliquestream.client;

import io.cliquestream.v1.FailureCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits within a bound, with typed failures. */
final class Waits {
  private Waits() {}

  /**
   * Waits for a future.
   *
   * @param what in the words of a failure, such as "waiting for job j"
   * @throws ClientException what it failed with, {@code DEADLINE_EXCEEDED} when it took longer, or
   *     {@code CANCELLED} when this thread is interrupted
   */
  static <T> T join(CompletableFuture<T> future, Duration wait, String what) {
    try {
      return future.get(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException cause) {
      if (cause.getCause() instanceof ClientException known) {
        throw known;
      }
      throw RecordPublisher.failure(what, cause.getCause());
    } catch (TimeoutException cause) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_DEADLINE_EXCEEDED, what + " took more than " + wait, cause);
    } catch (InterruptedException cause) {
      Thread.currentThread().interrupt();
      throw new ClientException(
          FailureCode.FAILURE_CODE_CANCELLED, what + " was interrupted", cause);
    }
  }
}
