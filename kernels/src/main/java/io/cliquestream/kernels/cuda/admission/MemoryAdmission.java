package io.cliquestream.kernels.cuda.admission;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.thread.KeptInterrupts;

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
    if (budgetBytes <= 0) {
      throw new IllegalArgumentException("the budget must be 1 byte or more, not " + budgetBytes);
    }
    this.budget = budgetBytes;
    this.checkNanos = policy.checkTime().toNanos();
    this.line = new FairLine<>(policy.waitingTasks(), policy.agingTime().toNanos());
  }

  /** Who gives cached memory back from now on. */
  public void relief(MemoryRelief source) {
    this.relief = source;
  }

  /** The books as they are now. */
  public synchronized MemoryUse use() {
    return new MemoryUse(budget, reserved, resident, used, peakUsed, line.size());
  }

  /**
   * Sets a job's predicted peak aside; waits while others hold the memory.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED when the peak is larger than the whole budget,
   *     QUEUE_FULL when too many jobs wait already
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped meanwhile
   */
  public MemoryReservation admit(long peakBytes, JobControl control) {
    if (peakBytes < 0) {
      throw new IllegalArgumentException("a peak of " + peakBytes + " bytes");
    }
    if (peakBytes > budget) {
      throw exceeded("the job needs " + peakBytes + " bytes of device memory");
    }
    control.checkStopped();
    Place place = new Place(peakBytes);
    try {
      synchronized (this) {
        if (line.size() == 0 && fits(peakBytes)) {
          return reserve(place, false);
        }
        if (!line.offer(place, control.priority(), System.nanoTime())) {
          throw new ComputeException(
              FailureCode.QUEUE_FULL, line.size() + " jobs wait for device memory already");
        }
      }
      return awaitTurn(place, control);
    } finally {
      synchronized (this) {
        line.remove(place);
        notifyAll();
      }
    }
  }

  private MemoryReservation awaitTurn(Place place, JobControl control) {
    try (KeptInterrupts interrupts = new KeptInterrupts()) {
      while (true) {
        long missing = 0;
        synchronized (this) {
          Place first = line.first(System.nanoTime(), any -> true);
          boolean isFirst = first.equals(place);
          if (fits(place.peakBytes) && (isFirst || mayPass(place, first))) {
            return reserve(place, !isFirst);
          }
          if (isFirst && resident > 0) {
            missing = reserved + resident + place.peakBytes - budget;
          }
        }
        // Whoever gives memory back calls in from other locks, so it is asked without this one.
        if (missing != 0 && relief.release(missing) > 0) {
          continue;
        }
        control.checkStopped();
        synchronized (this) {
          interrupts.await(this, checkNanos);
        }
      }
    }
  }

  /**
   * Sets the peak aside of a job that waits no longer; under the lock.
   *
   * @param passed whether the job goes before another that waits longer
   */
  private MemoryReservation reserve(Place place, boolean passed) {
    line.remove(place);
    reserved += place.peakBytes;
    passing += passed ? place.peakBytes : 0;
    return new MemoryReservation(this, place.peakBytes, passed);
  }

  private boolean mayPass(Place place, Place first) {
    return place.peakBytes <= budget / LIGHT
        && reserved - passing + resident + first.peakBytes > budget;
  }

  private boolean fits(long bytes) {
    return reserved + resident + bytes <= budget;
  }

  /** Gives back memory that outlived its job. */
  public synchronized void giveResident(long bytes) {
    resident -= bytes;
    used -= bytes;
    notifyAll();
  }

  /** An allocation of a job, inside its reservation. */
  synchronized void take(long bytes) {
    grow(bytes);
  }

  synchronized void give(long bytes) {
    used -= bytes;
  }

  /** What a job had allocated becomes resident; its reservation shrinks by as much. */
  synchronized void keep(long bytes, boolean passed) {
    reserved -= bytes;
    passing -= passed ? bytes : 0;
    resident += bytes;
  }

  synchronized void release(long bytes, boolean passed) {
    reserved -= bytes;
    passing -= passed ? bytes : 0;
    notifyAll();
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
