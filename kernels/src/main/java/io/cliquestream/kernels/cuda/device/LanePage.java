package io.cliquestream.kernels.cuda.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A lane's page-locked page, through which what kernels list crosses to the host: the device fills
 * its list again while the host takes the last one out of the page. The copy is enqueued between
 * the two kernels (16 MiB take a third of a millisecond), so one list on the device and one page
 * are all that ever waits, however slow the reader.
 *
 * <p>Locked when first needed (6 milliseconds for 16 MiB) and kept as long as the lane, for locking
 * it again would cost each job more than its copies. Used by the lane's thread.
 */
public final class LanePage {
  private static final long LEAST_BYTES = 64L << 10;
  private static final long ALIGNMENT = 4096;

  private final Lane lane;
  private Arena arena;
  private PinnedMemory memory;
  private MemorySegment arriving;
  private Mark mark;

  LanePage(Lane lane) {
    this.lane = lane;
  }

  /**
   * Makes the page at least so large.
   *
   * @throws IllegalStateException while a copy is under way
   */
  public void reserve(long bytes) {
    if (mark != null) {
      throw new IllegalStateException("the page is being filled");
    }
    if (memory != null && memory.segment().byteSize() >= bytes) {
      return;
    }
    close();
    long size = Math.max(LEAST_BYTES, Long.highestOneBit(Math.max(1, bytes - 1)) << 1);
    arena = Arena.ofShared();
    memory = lane.device().pin(arena.allocate(size, ALIGNMENT));
  }

  /**
   * Enqueues a copy into the page, behind everything that the lane was given so far.
   *
   * @param bytes no more than were reserved
   */
  public void fetch(DeviceMemory source, long offset, long bytes) {
    if (mark != null) {
      throw new IllegalStateException("the page is being filled");
    }
    arriving = memory.segment().asSlice(0, bytes);
    lane.download(source, offset, arriving);
    mark = lane.mark();
  }

  /**
   * Waits for the copy alone; what was enqueued after it goes on.
   *
   * @return what was copied, until the next {@link #fetch}
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped; the lane has
   *     drained by then
   */
  public MemorySegment await() {
    Mark copied = mark;
    mark = null;
    lane.await(copied);
    return arriving.asReadOnly();
  }

  /** Between two tasks: the lane has drained, and its marks are void. */
  void forget() {
    mark = null;
  }

  /** Unlocks and frees the memory, once nothing of the lane runs. */
  void close() {
    if (memory != null) {
      memory.close();
      memory = null;
      arena.close();
    }
  }
}
