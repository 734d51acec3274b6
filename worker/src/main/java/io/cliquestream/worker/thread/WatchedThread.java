package io.cliquestream.worker.thread;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.InterruptException;

/**
 * A platform thread that the worker cannot do without: a poll loop, say.
 *
 * <p>It ends in one of two ways. Its work returns, or is interrupted after it was asked to leave:
 * an orderly end. Or anything at all is thrown out of its work, an {@link Error} included: then the
 * failure is kept, and whoever started the thread is told on the dying thread, exactly once. Work
 * therefore catches what it can go on after, and lets the rest out. Health may be read from any
 * thread without waiting.
 */
public final class WatchedThread {
  /** What the thread does. */
  @FunctionalInterface
  public interface Work {
    /**
     * Runs until the work is over.
     *
     * @param self to be told of every step of progress, more often than the thread may be stuck
     */
    void run(WatchedThread self) throws Exception;
  }

  private final Thread thread;
  private final Duration stuckAfter;
  private final Work work;
  private final Consumer<Throwable> lost;
  private volatile long progressNanos = System.nanoTime();
  private volatile Throwable failure;
  private volatile boolean leaving;
  private volatile boolean started;

  /**
   * A daemon thread that is not started yet.
   *
   * @param stuckAfter without progress for so long it counts as stuck
   * @param lost told what ended the thread, unless its work returned
   */
  public WatchedThread(String name, Duration stuckAfter, Work work, Consumer<Throwable> lost) {
    this.stuckAfter = stuckAfter;
    this.work = work;
    this.lost = lost;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  /** Starts it; does nothing when it was started or asked to end before. */
  public synchronized WatchedThread start() {
    if (!leaving && !started) {
      progressed();
      started = true;
      thread.start();
    }
    return this;
  }

  /** Whether it was started; until then it is neither alive nor dead. */
  public boolean isStarted() {
    return started;
  }

  private void run() {
    try {
      work.run(this);
    } catch (InterruptedException | InterruptException e) {
      if (!leaving) {
        failure = e;
        lost.accept(e);
      }
    } catch (Throwable e) {
      // First of all, for it costs no memory, of which there may be none.
      failure = e;
      lost.accept(e);
    }
  }

  /** The thread got on. Called by its work. */
  public void progressed() {
    progressNanos = System.nanoTime();
  }

  /** Asks its work to end; to be interrupted is an orderly end from now on. */
  public synchronized void leave() {
    leaving = true;
  }

  /** Whether it was asked to end. */
  public boolean isLeaving() {
    return leaving;
  }

  /** Interrupts what it waits for. */
  public void interrupt() {
    thread.interrupt();
  }

  /** Waits for its end, if it was started; false when that did not come in time. */
  public boolean join(Duration limit) throws InterruptedException {
    return !started || thread.join(limit);
  }

  /** How it is now. */
  public ThreadHealth health() {
    return new ThreadHealth(
        thread.getName(),
        thread.isAlive(),
        Duration.ofNanos(Math.max(0, System.nanoTime() - progressNanos)),
        stuckAfter,
        Optional.ofNullable(failure));
  }
}
