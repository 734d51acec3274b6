package io.cliquestream.kernels.thread;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Interrupts of the present thread, kept until the end of a wait that they do not end: jobs are
 * stopped by their control, and memory that another thread writes to must outlive it.
 */
public final class KeptInterrupts implements AutoCloseable {
  private static final Duration LONG = Duration.ofDays(1);

  private boolean interrupted;

  /** Begins a wait of the present thread, which closes this at its end. */
  public KeptInterrupts() {}

  /**
   * One step of a wait.
   *
   * @param <T> what it gives
   */
  @FunctionalInterface
  public interface Wait<T> {
    /**
     * Waits for a bounded time.
     *
     * @return what was waited for; null would look like an interrupted step
     * @throws InterruptedException which {@link #keep} remembers
     */
    T step() throws InterruptedException;
  }

  /**
   * Takes a step.
   *
   * @param wait may be interrupted
   * @param <T> what it gives
   * @return what the step gave; null when it was interrupted
   */
  public <T> T keep(Wait<T> wait) {
    try {
      return wait.step();
    } catch (InterruptedException e) {
      interrupted = true;
      return null;
    }
  }

  /**
   * Waits for a future, also for one that fails.
   *
   * @param future the caller looks at its outcome itself
   * @param millis longest wait
   * @return whether it has ended, well or not
   */
  public boolean await(Future<?> future, long millis) {
    try {
      var _ = future.get(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (ExecutionException | CancellationException | TimeoutException e) {
      // The caller looks at the future itself.
    }
    return future.isDone();
  }

  /**
   * Waits to be notified by a monitor, which the thread holds; so long at most, or less. For
   * platform threads: five hundred virtual ones that waited so for one monitor came to no end, and
   * wait by a lock's condition.
   *
   * @param monitor held by the present thread
   * @param nanos longest wait
   */
  public void await(Object monitor, long nanos) {
    try {
      TimeUnit.NANOSECONDS.timedWait(monitor, nanos);
    } catch (InterruptedException e) {
      interrupted = true;
    }
  }

  /**
   * Waits for the end of a thread; not for one that was never started.
   *
   * @param thread alive or not
   */
  public void join(Thread thread) {
    while (thread.isAlive()) {
      var _ = keep(() -> thread.join(LONG));
    }
  }

  /** Gives the thread what came meanwhile. */
  @Override
  public void close() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
