package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Something large that is built once for any number of callers.
 *
 * <p>The build has a thread of its own, so every caller, the first one included, leaves as soon as
 * its job is stopped, and the others do not notice. When the last caller has left, the build is
 * told to stop; it is itself the {@link StopCheck} that it asks. So no work is done that nobody
 * waits for, and no caller pays for another one's cancel.
 *
 * <p>Callers are counted: the one that starts the build, and each {@link #join}. The count is final
 * once the build has {@link #close closed} it; whoever is counted then gets the result.
 *
 * @param <T> what is built
 */
public final class SharedBuild<T> implements StopCheck {
  /** How often a waiting caller asks whether its own job was stopped. */
  private static final long POLL_MILLIS = 5;

  private final CompletableFuture<T> result = new CompletableFuture<>();
  private int callers = 1;
  private boolean closed;

  private SharedBuild() {}

  /**
   * Starts a build with one caller, who must {@link #await} it.
   *
   * @param <T> what is built
   * @param name of the thread, behind a prefix
   * @param work builds, asking the build now and then whether to go on, and closes it when done
   * @return a build that has begun
   */
  public static <T> SharedBuild<T> start(String name, Function<SharedBuild<T>, T> work) {
    SharedBuild<T> build = new SharedBuild<>();
    Thread.ofPlatform().daemon().name("cliquestream-build-" + name).start(() -> build.run(work));
    return build;
  }

  private void run(Function<SharedBuild<T>, T> work) {
    T built;
    try {
      built = work.apply(this);
    } catch (Throwable e) { // an Error too belongs to the callers
      result.completeExceptionally(e);
      return;
    }
    result.complete(built);
  }

  /**
   * Counts one more caller, who must {@link #await}.
   *
   * @return false when the build ends without it
   */
  public synchronized boolean join() {
    if (closed || callers == 0) {
      return false;
    }
    callers++;
    return true;
  }

  /**
   * Nobody joins or leaves any more.
   *
   * @return how many callers get the result; with none of them the work frees what it has built and
   *     throws {@link #abandoned}
   */
  public synchronized int close() {
    closed = true;
    return callers;
  }

  /** Ends a build that nobody waits for. */
  @Override
  public void checkStopped() {
    boolean wanted;
    synchronized (this) {
      wanted = callers > 0;
    }
    if (!wanted) {
      throw abandoned();
    }
  }

  /** {@return why a build without callers ends} */
  public StoppedException abandoned() {
    return new StoppedException(FailureCode.CANCELLED, "nobody waits for this build any more");
  }

  /**
   * The result; not interruptible, jobs are stopped by their control. A failure of the build is
   * thrown to every caller.
   *
   * @param stop the caller's own job
   * @return what was built
   * @throws StoppedException when the caller's job was stopped before the build was closed
   */
  public T await(StopCheck stop) {
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      while (!result.isDone()) {
        checkCaller(stop);
        var _ = interrupts.await(result, POLL_MILLIS);
      }
      return result.join();
    } catch (CompletionException e) {
      throw switch (e.getCause()) {
        case RuntimeException cause -> cause;
        case Error cause -> throw cause;
        case Throwable cause -> new IllegalStateException(cause);
      };
    }
  }

  private void checkCaller(StopCheck stop) {
    try {
      stop.checkStopped();
    } catch (StoppedException e) {
      synchronized (this) {
        if (closed) {
          // The result comes at once, and this caller is counted among its users.
          return;
        }
        callers--;
      }
      throw e;
    }
  }

  /** Waits until the build no longer touches anything, with or without a result. */
  public void awaitEnd() {
    // Not interruptible, as get would be.
    var _ = result.handle((_, _) -> true).join();
  }
}
