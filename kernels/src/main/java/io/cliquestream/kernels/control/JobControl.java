package io.cliquestream.kernels.control;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.JobOutcome.Slice;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.memory.MemoryMeter;
import io.cliquestream.kernels.slice.SliceLog;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * The line between whoever runs a job and the engine: cancellation and deadline go in, progress
 * comes out. Safe for use by any number of threads.
 *
 * <p>Engines ask {@link #stopped} at least every few milliseconds of work on every thread, so a
 * cancel takes effect well within 100 ms. Asking costs a volatile read and, with a deadline, a look
 * at the clock.
 */
public final class JobControl implements StopCheck {
  private final long deadlineNanos;
  private final boolean hasDeadline;
  private final int priority;

  /** The control of the job that this is a part of, or null. */
  private final JobControl whole;

  private final double share;
  private double given;
  private volatile String cancelReason;
  private String late = "the deadline passed";
  private volatile Claim claim;
  private final LongAdder usedNanos = new LongAdder();
  private final MemoryMeter memory = new MemoryMeter();
  private volatile long pageBytes = Long.MAX_VALUE;

  private volatile Phase phase = Phase.PREPARING;
  private volatile double phaseWork;
  private volatile long phaseStartNanos = System.nanoTime();
  private volatile DoubleAdder done = new DoubleAdder();
  private volatile SliceLog slices = new SliceLog();
  private volatile BigInteger partialCount;
  private volatile Supplier<CliqueBounds> bounds;

  private JobControl(
      long deadlineNanos, boolean hasDeadline, int priority, JobControl whole, double share) {
    this.deadlineNanos = deadlineNanos;
    this.hasDeadline = hasDeadline;
    this.priority = priority;
    this.whole = whole;
    this.share = share;
    this.claim = Claim.ofPriority(priority);
  }

  /** Lowest, usual and highest priority. */
  public static final int LOWEST_PRIORITY = 0;

  /** The priority of a job that names none. */
  public static final int USUAL_PRIORITY = 4;

  /** The highest priority: 7.6 times the time of the usual one among a tenant's jobs. */
  public static final int HIGHEST_PRIORITY = 9;

  /**
   * A control without a deadline, with the usual priority.
   *
   * @return of one job
   */
  public static JobControl unbounded() {
    return new JobControl(0, false, USUAL_PRIORITY, null, 0);
  }

  /**
   * A control with a deadline from now on.
   *
   * @param limit until the deadline
   * @return of one job
   */
  public static JobControl within(Duration limit) {
    return within(limit, USUAL_PRIORITY);
  }

  /**
   * A control with a deadline from now on and a priority between 0 (lowest) and 9.
   *
   * @param limit until the deadline
   * @param priority a weight among jobs that compute at the same time
   * @return of one job
   */
  public static JobControl within(Duration limit, int priority) {
    return new JobControl(System.nanoTime() + limit.toNanos(), true, checked(priority), null, 0);
  }

  /**
   * A control without a deadline and with a priority between 0 (lowest) and 9.
   *
   * @param priority a weight among jobs that compute at the same time
   * @return of one job
   */
  public static JobControl withPriority(int priority) {
    return new JobControl(0, false, checked(priority), null, 0);
  }

  /**
   * {@return a control for a part of this job that has so much time: stopped when this one is, and
   * then} Progress of the part is its own.
   *
   * @param limit from now on; this job's own deadline holds, too
   */
  public JobControl part(Duration limit) {
    return new JobControl(System.nanoTime() + limit.toNanos(), true, priority, this, 0);
  }

  /**
   * {@return the control of a part of this job, which an engine may run as if it were a job: it
   * stops with the whole, and can be cancelled alone; the whole's progress grows with it}
   *
   * @param share the part's work in the unit of the whole's phase; what the part's own estimate
   *     missed of it is added by {@link #finishPart}
   */
  public JobControl part(double share) {
    return new JobControl(deadlineNanos, hasDeadline, priority, this, share);
  }

  /** Ends a part: the whole has done the part's share. */
  public void finishPart() {
    give(share);
  }

  /** Raises what the whole was given to {@code total} of the share. */
  private void give(double total) {
    double more;
    synchronized (this) {
      more = Math.min(share, total) - given;
      if (more <= 0) {
        return;
      }
      given += more;
    }
    whole.workDone(more);
  }

  private static int checked(int priority) {
    Options.require(
        priority >= LOWEST_PRIORITY && priority <= HIGHEST_PRIORITY,
        "priority must be between 0 and 9, not " + priority);
    return priority;
  }

  /** {@return the priority, 0 (lowest) to 9} */
  public int priority() {
    return priority;
  }

  /**
   * For whom the job computes; a long job of nobody in particular unless told otherwise.
   *
   * @return as it is now
   */
  public Claim claim() {
    return whole == null ? claim : whole.claim();
  }

  /**
   * Says for whom the job computes, or that its class has changed; heeded at the next turn.
   *
   * @param next tenant, weight, priority and class
   */
  public void claim(Claim next) {
    claim = next;
  }

  /**
   * Adds time that a processor, or a device, computed for this job.
   *
   * @param nanos 0 or more
   */
  public void used(long nanos) {
    if (whole == null) {
      usedNanos.add(nanos);
    } else {
      whole.used(nanos);
    }
  }

  /** {@return time that processors have computed for this job so far, summed over threads} */
  public long usedNanos() {
    return whole == null ? usedNanos.sum() : whole.usedNanos();
  }

  /** {@return what measures the memory that the whole job takes} */
  public MemoryMeter memory() {
    return whole == null ? memory : whole.memory();
  }

  /** {@return what the whole job took of memory so far, as far as it is measured} */
  public JobOutcome.Memory memoryTaken() {
    MemoryMeter meter = memory();
    return new JobOutcome.Memory(
        meter.allocatedHeapBytes(),
        meter.offHeapBytes(),
        meter.predictedDeviceBytes(),
        meter.deviceBytes());
  }

  /**
   * Adds what was measured of the job in another process.
   *
   * @param elsewhere bytes at the peak there
   */
  public void memoryTaken(JobOutcome.Memory elsewhere) {
    memory().add(elsewhere.allocatedHeapBytes(), elsewhere.offHeapBytes());
    memory().onDevice(elsewhere.predictedDeviceBytes(), elsewhere.deviceBytes());
  }

  /** From now on what threads allocate on the heap is measured, where this JVM can. */
  public void measureHeap() {
    memory().measureHeap();
  }

  /**
   * What the calling thread has allocated so far, for {@link #allocatedSince}.
   *
   * @return bytes since the thread began
   */
  public long heapNow() {
    return memory().heapNow();
  }

  /**
   * What the calling thread allocated since then was for this job.
   *
   * @param heapThen what {@link #heapNow} said on the same thread
   */
  public void allocatedSince(long heapThen) {
    memory().allocatedSince(heapThen);
  }

  /** {@return most bytes of a page whose size the algorithm is free to choose} */
  public long pageBytes() {
    return whole == null ? pageBytes : whole.pageBytes();
  }

  /**
   * Bounds pages whose size the algorithm is free to choose; before the job starts.
   *
   * @param most bytes
   */
  public void pageBytes(long most) {
    pageBytes = most;
  }

  /**
   * A try of this job, which can be stopped alone; its progress is its own.
   *
   * @param limit after which it ends as if at a deadline
   * @param late what is said then
   * @return a control with this job's priority
   */
  public JobControl attempt(Duration limit, String late) {
    JobControl attempt =
        new JobControl(System.nanoTime() + limit.toNanos(), true, priority, this, 0);
    attempt.late = late;
    return attempt;
  }

  /** {@return time left until the deadline, at least zero; empty without a deadline} */
  public Optional<Duration> remaining() {
    return hasDeadline
        ? Optional.of(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())))
        : Optional.empty();
  }

  /**
   * Asks the engine to end the job; later calls change nothing.
   *
   * @param reason one sentence for a person; it stands in the failure's message
   */
  public void cancel(String reason) {
    if (cancelReason == null) {
      cancelReason = reason;
    }
  }

  /** {@return whether the job should end now} */
  public boolean stopped() {
    return cancelReason != null
        || (hasDeadline && System.nanoTime() - deadlineNanos >= 0)
        || (whole != null && whole.stopped());
  }

  /**
   * Throws when the job should end now.
   *
   * @throws StoppedException CANCELLED or DEADLINE_EXCEEDED
   */
  @Override
  public void checkStopped() {
    if (stopped()) {
      throw stop();
    }
  }

  /**
   * The exception that says why the job ended.
   *
   * @return cancelled, or beyond its deadline
   */
  public StoppedException stop() {
    if (whole != null && whole.stopped()) {
      return whole.stop();
    }
    String reason = cancelReason;
    return reason != null
        ? new StoppedException(FailureCode.CANCELLED, "cancelled: " + reason)
        : new StoppedException(FailureCode.DEADLINE_EXCEEDED, late);
  }

  /**
   * Starts a phase with its estimated work in the engine's own unit; forgets earlier work.
   *
   * @param next what begins
   * @param estimatedWork in the unit in which {@link #workDone} is told; 0 when it is not known
   */
  public void beginPhase(Phase next, double estimatedWork) {
    synchronized (this) {
      phase = next;
      phaseWork = estimatedWork;
      done = new DoubleAdder();
      phaseStartNanos = System.nanoTime();
      if (next == Phase.PREPARING) {
        slices = new SliceLog();
      }
    }
  }

  /** {@return how long the present phase has lasted} */
  public Duration phaseDuration() {
    return Duration.ofNanos(System.nanoTime() - phaseStartNanos);
  }

  /**
   * Adds finished work to the phase.
   *
   * @param work in the unit of the phase's estimate
   */
  public void workDone(double work) {
    done.add(work);
    if (whole != null && phase == Phase.COMPUTING && phaseWork > 0) {
      // A part may compute in several phases: each repeats the way to the share, none goes back.
      give(share * done.sum() / phaseWork);
    }
  }

  /**
   * A device has ended a slice of the phase; its work is also given to {@link #workDone}.
   *
   * @param startNanos when it began, by {@link System#nanoTime}
   * @param work in the unit of the phase
   */
  public void sliceDone(long startNanos, double work) {
    slice(new Slice(startNanos, System.nanoTime(), phaseWork <= 0 ? 0 : work / phaseWork, 1));
  }

  /**
   * The same for slices that another process, or another control, tells of.
   *
   * @param slice of this job, as it was measured there
   */
  public void slice(Slice slice) {
    if (whole == null || share <= 0) {
      slices.add(slice);
    } else if (whole.phaseWork > 0) { // as with progress: a part's slices are its job's
      double part = share / whole.phaseWork * slice.share();
      whole.slice(new Slice(slice.startNanos(), slice.endNanos(), part, slice.launches()));
    }
  }

  /**
   * {@return slices since the job, or this attempt, began; empty where they are the whole job's}
   */
  public List<Slice> slices() {
    return slices.slices();
  }

  /**
   * Publishes what has been counted so far.
   *
   * @param count a lower bound, which grows
   */
  public void partialCount(BigInteger count) {
    partialCount = count;
  }

  /**
   * Publishes the bounds that a search for maximum cliques has proven so far.
   *
   * @param now proven lower and upper bound of the clique number
   */
  public void bounds(CliqueBounds now) {
    bounds = () -> now;
  }

  /**
   * The same for bounds that are only made when somebody asks for progress.
   *
   * @param now safe for use by any thread, also after the job has ended
   */
  public void watchBounds(Supplier<CliqueBounds> now) {
    bounds = now;
  }

  /**
   * Progress as it is now.
   *
   * @param phase what the job does now
   * @param fraction of the phase's estimated work, 0 to 1
   * @param workPerSecond finished work per second of this phase
   * @param remainingMillis estimate for this phase; empty before any work is done
   * @param partialCount what has been counted so far, where the algorithm says so
   * @param bounds of a search for maximum cliques
   */
  public record Progress(
      Phase phase,
      double fraction,
      double workPerSecond,
      OptionalLong remainingMillis,
      Optional<BigInteger> partialCount,
      Optional<CliqueBounds> bounds) {}

  /**
   * Progress as it is now; for any thread.
   *
   * @return of the present phase
   */
  public Progress progress() {
    synchronized (this) {
      double finished = done.sum();
      double seconds = (System.nanoTime() - phaseStartNanos) / 1e9;
      double fraction = phaseWork <= 0 ? 0 : Math.min(1, finished / phaseWork);
      double rate = seconds <= 0 ? 0 : finished / seconds;
      OptionalLong remaining =
          rate <= 0
              ? OptionalLong.empty()
              : OptionalLong.of((long) (1000 * Math.max(0, phaseWork - finished) / rate));
      return new Progress(
          phase,
          fraction,
          rate,
          remaining,
          Optional.ofNullable(partialCount),
          Optional.ofNullable(bounds).map(Supplier::get));
    }
  }
}
