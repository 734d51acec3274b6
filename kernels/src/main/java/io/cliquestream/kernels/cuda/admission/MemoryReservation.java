package io.cliquestream.kernels.cuda.admission;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/** Device memory set aside for one job. Safe for use by several threads. */
public final class MemoryReservation implements AutoCloseable {
  private final MemoryAdmission admission;
  private final boolean passed;
  private long bytes;
  private long used;
  private long peakUsed;
  private boolean closed;

  /**
   * @param passed whether its job went before another
   */
  MemoryReservation(MemoryAdmission admission, long bytes, boolean passed) {
    this.admission = admission;
    this.passed = passed;
    this.bytes = bytes;
  }

  /** Bytes set aside; shrinks by what is kept as resident memory. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Most bytes the job had allocated at a time, kept ones included. */
  public synchronized long peakUsed() {
    return peakUsed;
  }

  public synchronized void take(long size) {
    if (closed) {
      throw new IllegalStateException("the reservation is closed");
    }
    if (used + size > bytes) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "the job asks for "
              + size
              + " bytes of device memory on top of "
              + used
              + ", but has set aside only "
              + bytes);
    }
    used += size;
    peakUsed = Math.max(peakUsed, used);
    admission.take(size);
  }

  public synchronized void give(long size) {
    used -= size;
    admission.give(size);
  }

  public synchronized void keep(long size) {
    used -= size;
    bytes -= size;
    admission.keep(size, passed);
  }

  /** Gives the memory back to whoever waits. All allocations must be closed by then. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      admission.release(bytes, passed);
    }
  }
}
