package io.cliquestream.kernels.control;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.Options;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many threads work on one build, and what may stop it. The calling thread always works; idle
 * threads of the common pool join it. One that has not joined when the work is done is refused, so
 * a busy pool costs speed and never blocks the caller.
 *
 * <p>Results never depend on the number of threads or on who did what.
 *
 * @param threads most threads that work at once, the caller included; 1 or more
 * @param stop asked before every range, and by whoever works on one for long
 */
public record Parallelism(int threads, StopCheck stop) {
  /** What waking a thread costs, about. */
  private static final double WAKING_NANOS = 8_000;

  /**
   * What handing work to one that waits costs, about: it first fetches what others have written.
   */
  private static final double HANDING_NANOS = 5_000;

  /** The calling thread alone. */
  public static final Parallelism SEQUENTIAL = new Parallelism(1);

  /**
   * Checks the number of threads.
   *
   * @throws ComputeException OPTION_INVALID when it is below 1
   */
  public Parallelism {
    Options.require(threads >= 1, "threads must be 1 or more, not " + threads);
  }

  /**
   * So many threads, and nothing stops them.
   *
   * @param threads 1 or more
   */
  public Parallelism(int threads) {
    this(threads, StopCheck.NEVER);
  }

  /** {@return as many threads as the machine has processors} */
  public static Parallelism available() {
    return new Parallelism(Runtime.getRuntime().availableProcessors());
  }

  /**
   * {@return the same, ended by a stop: what runs under it throws, and frees what it had allocated}
   *
   * @param newStop takes the place of the one before
   */
  public Parallelism until(StopCheck newStop) {
    return new Parallelism(threads, newStop);
  }

  /**
   * {@return the same on fewer threads, for work that is not worth waking more}
   *
   * @param most 1 or more
   */
  public Parallelism atMost(int most) {
    return most >= threads ? this : new Parallelism(most, stop);
  }

  /**
   * {@return as many threads of these as so much work is worth: what they save against what waking
   * them costs the caller, or handing it to those that wait}
   *
   * @param nanos what one thread would take
   */
  public Parallelism worth(double nanos) {
    double woken = Math.sqrt(nanos / WAKING_NANOS);
    double handed = Math.min(Crew.COMMON.waiting() + 1.0, Math.sqrt(nanos / HANDING_NANOS));
    return atMost((int) Math.max(1, Math.min(threads, Math.max(woken, handed))));
  }

  /**
   * {@return as many threads of these as are awake and wait for work at the moment: for stages that
   * are too short to wake any}
   */
  public Parallelism awake() {
    return atMost(Crew.COMMON.waiting() + 1);
  }

  /**
   * Wakes as many threads as work of several short stages is worth, so that they are awake when the
   * first stage that they share begins, and between stages. Without effect on machines with few
   * processors.
   *
   * @param nanos what one thread would take for all stages
   */
  public void call(double nanos) {
    Crew.COMMON.call(worth(nanos).threads - 1);
  }

  /** {@return the same on the calling thread alone} */
  public Parallelism sequential() {
    return new Parallelism(1, stop);
  }

  /**
   * A meter for one thread's loops.
   *
   * @return not safe for use by two threads
   */
  public StopMeter meter() {
    return new StopMeter(stop);
  }

  /** Work on a range of items. */
  @FunctionalInterface
  public interface RangeTask {
    /**
     * Works on items {@code from} to {@code to}, exclusive.
     *
     * @param from index of the first item
     * @param to index behind the last item
     */
    void run(long from, long to);
  }

  /**
   * Runs a participant on the calling thread and, as far as threads are idle, on others at the same
   * time. Each takes its work from what they share and returns when nothing is left; one that
   * starts late finds nothing.
   *
   * <p>Returns when all have returned. If some failed, throws the caller's failure or else the
   * first other's, the rest suppressed.
   *
   * @param participant safe for use by all threads at once
   */
  public void run(Runnable participant) {
    if (threads == 1) {
      participant.run();
      return;
    }
    Offer offer = new Offer(participant, threads - 1);
    Crew.COMMON.show(offer, threads - 1);
    Throwable failure = null;
    try {
      participant.run();
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    Throwable other = offer.close(Crew.COMMON.waits());
    if (failure == null) {
      failure = other;
    } else if (other != null && !other.equals(failure)) {
      failure.addSuppressed(other);
    }
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new AssertionError("a participant throws no checked exception", e);
    }
  }

  /**
   * Runs a task over 0 … items-1 in ranges of at most {@code grain} items, in any order. After a
   * failure or a stop no further range starts.
   *
   * @param items 0 or more
   * @param grain items of a range, 1 or more
   * @param task safe for use by all threads at once
   */
  public void forRanges(long items, long grain, RangeTask task) {
    if (threads == 1 || items <= grain) {
      for (long from = 0; from < items; from += grain) {
        stop.checkStopped();
        task.run(from, Math.min(items, from + grain));
      }
      return;
    }
    AtomicLong next = new AtomicLong();
    AtomicBoolean failed = new AtomicBoolean();
    long ranges = (items - 1) / grain + 1;
    new Parallelism((int) Math.min(threads, ranges))
        .run(
            () -> {
              try {
                while (!failed.get()) {
                  long from = next.getAndAdd(grain);
                  if (from >= items) {
                    break;
                  }
                  stop.checkStopped();
                  task.run(from, Math.min(items, from + grain));
                }
              } catch (Throwable failure) {
                failed.set(true);
                throw failure;
              }
            });
  }
}
