package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.DevicePointer;

/**
 * An area of device memory.
 *
 * <p>An area belongs to the task that allocated it and goes back to the pool, in stream order, when
 * it is closed or when the task ends; {@link #keep} makes it resident, to live until it is closed.
 */
public final class DeviceMemory implements AutoCloseable {
  /** Sizes are rounded up to this in the books, as the pool does. */
  static final long GRANULE = 512;

  private final CudaDevice device;
  private final DevicePointer pointer;
  private final long bytes;
  private Lane lane;
  private boolean closed;

  /**
   * An area that was just allocated.
   *
   * @param lane whose task owns it; null for resident memory
   */
  DeviceMemory(CudaDevice device, Lane lane, DevicePointer pointer, long bytes) {
    this.device = device;
    this.lane = lane;
    this.pointer = pointer;
    this.bytes = bytes;
  }

  static long accounted(long bytes) {
    return Math.addExact(Math.max(bytes, 1), GRANULE - 1) / GRANULE * GRANULE;
  }

  /** The device address, 512-byte aligned. */
  public long address() {
    return pointer.address();
  }

  /** The size asked for. */
  public long bytes() {
    return bytes;
  }

  DevicePointer pointer() {
    return pointer;
  }

  /** The address of a byte inside, checked. */
  long addressOf(long offset, long length) {
    if (offset < 0 || length < 0 || offset > bytes - length) {
      throw new IndexOutOfBoundsException(
          "bytes " + offset + " to " + (offset + length) + " of " + bytes + " on the device");
    }
    return address() + offset;
  }

  /**
   * Makes this area resident: it leaves its task and the task's reservation and counts as cached
   * memory until it is closed, by any thread, after all tasks that used it have ended.
   */
  public synchronized DeviceMemory keep() {
    if (lane != null) {
      lane.keep(this);
      lane = null;
    }
    return this;
  }

  /**
   * Gives the memory back. Of a task's area, work already enqueued on its lane may still use it.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (lane != null) {
      lane.free(this);
    } else {
      device.freeResident(this);
    }
  }
}
