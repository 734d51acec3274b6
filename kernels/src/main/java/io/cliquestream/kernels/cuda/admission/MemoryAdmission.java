package io.cliquestream.kernels.cuda.admission;

import io.cliquestream.kernels.check.Arguments;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.thread.Guard;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.util.concurrent.locks.Condition;

/**
 * Lets jobs in as long as the sum of their predicted peaks and of what is cached stays inside a
 * hard budget of bytes.
 *
 * <p>A job states its peak before it starts. It gets a {@link MemoryReservation}, waits for others
 * to end, or is refused when it could never fit. Waiting is fair: the first in line (by priority
 * and waiting time, see {@link FairLine}) blocks those behind it, so that large jobs are not
 * overtaken for ever by small ones. But a job of at most a {@value #LIGHT}th of the budget need not
 * stand behind one that waits for hours, for another tenant perhaps: it passes, as long as those
 * that passed are not what the first one waits for. Before a job waits, the {@link MemoryRelief} is
 * asked to evict cached memory. What a job allocates comes out of its reservation and nothing else;
 * a prediction that is too small is an error of the predictor and ends the job, not its neighbours.
 */
public final class MemoryAdmission {
  private static final int LIGHT = 64;

  private final long budget;
  private final long checkNanos;
  private final Guard lock = new Guard();
  private final Condition changed = lock.newCondition();
  private final FairLine<Place> line;
  private volatile MemoryRelief relief = MemoryRelief.NONE;
  private long reserved;

  /** Of what is reserved, the part of jobs that passed others. */
  private long passing;

  private long resident;
  private long used;
  private long peakUsed;

  /** A job that waits; one is never another. */
  private static final class Place {
    private final long peakBytes;

    Place(long peakBytes) {
      this.peakBytes = peakBytes;
    }
  }

  /** A budget of so many bytes, with the line's bounds from the policy. */
  public MemoryAdmission(long budgetBytes, DevicePolicy policy) {
    Arguments.require(budgetBytes > 0, "the budget must be 1 byte or more, not " + budgetBytes);
    this.budget = budgetBytes;
    this.checkNanos = policy.checkTime().toNanos();
    this.line = new FairLine<>(policy.waitingTasks(), policy.agingTime().toNanos());
  }

  /** Who gives cached memory back from now on. */
  public void relief(MemoryRelief source) {
    this.relief = source;
  }

  /** The books as they are now. */
  public MemoryUse use() {
    try (Guard _ = lock.hold()) {
      return new MemoryUse(budget, reserved, resident, used, peakUsed, line.size());
    }
  }

  /**
   * Sets a job's predicted peak aside; waits while others hold the memory.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED when the peak is larger than the whole budget,
   *     QUEUE_FULL when too many jobs wait already
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped meanwhile
   */
  public MemoryReservation admit(long peakBytes, JobControl control) {
    Arguments.require(peakBytes >= 0, "a peak of " + peakBytes + " bytes");
    if (peakBytes > budget) {
      throw exceeded("the job needs " + peakBytes + " bytes of device memory");
    }
    control.checkStopped();
    Place place = new Place(peakBytes);
    try (Guard _ = lock.hold()) {
      try {
        if (line.size() == 0 && fits(peakBytes)) {
          reserved += peakBytes;
          return new MemoryReservation(this, peakBytes, false);
        }
        if (!line.offer(place, control.priority(), System.nanoTime())) {
          throw new ComputeException(
              FailureCode.QUEUE_FULL, line.size() + " jobs wait for device memory already");
        }
        boolean passed = awaitTurn(place, control);
        reserved += peakBytes;
        passing += passed ? peakBytes : 0;
        return new MemoryReservation(this, peakBytes, passed);
      } finally {
        line.remove(place);
        changed.signalAll();
      }
    }
  }

  /** Returns whether the job goes before another that waits longer. */
  private boolean awaitTurn(Place place, JobControl control) {
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      while (true) {
        Place first = line.first(System.nanoTime(), any -> true);
        boolean isFirst = first.equals(place);
        if (fits(place.peakBytes) && (isFirst || mayPass(place, first))) {
          return !isFirst;
        }
        if (isFirst && resident > 0 && askForRelief(place.peakBytes)) {
          continue;
        }
        control.checkStopped();
        var _ = interrupts.keep(() -> changed.awaitNanos(checkNanos));
      }
    }
  }

  private boolean mayPass(Place place, Place first) {
    return place.peakBytes <= budget / LIGHT
        && reserved - passing + resident + first.peakBytes > budget;
  }

  /** Calls out without the lock, which the caller holds before and after. */
  private boolean askForRelief(long bytes) {
    long missing = reserved + resident + bytes - budget;
    lock.close();
    try {
      return relief.release(missing) > 0;
    } finally {
      var _ = lock.hold();
    }
  }

  private boolean fits(long bytes) {
    return reserved + resident + bytes <= budget;
  }

  /** Gives back memory that outlived its job. */
  public void giveResident(long bytes) {
    try (Guard _ = lock.hold()) {
      resident -= bytes;
      used -= bytes;
      changed.signalAll();
    }
  }

  /** An allocation of a job, inside its reservation. */
  void take(long bytes) {
    try (Guard _ = lock.hold()) {
      grow(bytes);
    }
  }

  void give(long bytes) {
    try (Guard _ = lock.hold()) {
      used -= bytes;
    }
  }

  /** What a job had allocated becomes resident; its reservation shrinks by as much. */
  void keep(long bytes, boolean passed) {
    try (Guard _ = lock.hold()) {
      reserved -= bytes;
      passing -= passed ? bytes : 0;
      resident += bytes;
    }
  }

  void release(long bytes, boolean passed) {
    try (Guard _ = lock.hold()) {
      reserved -= bytes;
      passing -= passed ? bytes : 0;
      changed.signalAll();
    }
  }

  private void grow(long bytes) {
    used += bytes;
    peakUsed = Math.max(peakUsed, used);
  }

  private ComputeException exceeded(String what) {
    return new ComputeException(
        FailureCode.JOB_MEMORY_EXCEEDED, what + "; the device's budget is " + budget + " bytes");
  }
}
