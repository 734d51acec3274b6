package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.worker.jobs.exchange.TransactionalPublisher.Attempt;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A thread that waits for the broker while it commits, so that the exchange's own goes on taking
 * records: what comes during a transaction is computed by its end and shares the next one.
 *
 * <p>One attempt at a time. Everything but the attempt belongs to the exchange's thread, which has
 * what the attempt wrote from the moment it sees its end. What is thrown out of an attempt, an
 * {@link Error} included, is thrown again there: the exchange does not outlive it.
 */
final class CommitThread implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final Runnable ended;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("cliquestream-commit").factory());
  private CompletableFuture<Attempt> attempt;

  /**
   * @param ended wakes the exchange's thread, from this one
   */
  CommitThread(Runnable ended) {
    this.ended = ended;
  }

  /** Whether an attempt was begun whose result was not taken. */
  boolean isBusy() {
    return attempt != null;
  }

  /** Begins an attempt; not while there is another. */
  void begin(Supplier<Attempt> commit) {
    if (attempt != null) {
      throw new IllegalStateException("a transaction is under way");
    }
    attempt = CompletableFuture.supplyAsync(commit, thread);
    // Not before its result can be seen.
    var _ = attempt.whenComplete((_, _) -> ended.run());
  }

  /** Whether the attempt has a result to be taken. */
  boolean isEnded() {
    return attempt != null && attempt.isDone();
  }

  /** Takes the result of the attempt; waits for it, which the attempt's own limits bound. */
  Attempt take() {
    try {
      // Not interruptible, as get would be: what became of the transaction has to be known.
      return attempt.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case Error error -> throw error;
        case RuntimeException cause -> throw cause;
        default -> throw new IllegalStateException(e.getCause());
      }
    } finally {
      attempt = null;
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
