package io.cliquestream.kernels.cuda.grid;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.GridFunctions;
import java.lang.foreign.MemorySegment;

/**
 * An array of a host graph, page-locked piece by piece as they are asked for, so that the device
 * copies them by itself: locking brings 25 GB/s on one thread, staging on several less. Where the
 * system locks no more, as of a file that is mapped for reading, the rest is staged.
 *
 * <p>Pieces end at pages, so that none is locked twice; a copy never spans two.
 */
final class PinnedRows implements AutoCloseable {
  private static final long PIECE = 64L << 20;
  private static final long PAGE = 4096;

  private final Lane lane;
  private final GridFunctions functions;
  private final MemorySegment rows;
  private final PageLocks locks;
  private long lockedBytes;

  PinnedRows(Lane lane, GridFunctions functions, MemorySegment rows) {
    this.lane = lane;
    this.functions = functions;
    this.rows = rows;
    this.locks = new PageLocks(lane.device());
  }

  /**
   * Copies bytes of the rows to the device, on a stream or, where they are staged, on the lane's.
   *
   * @param offset where in the memory
   */
  void bring(long from, long bytes, DeviceMemory memory, long offset, long stream) {
    lock(from + bytes);
    for (long at = 0; at < bytes; ) {
      long start = from + at;
      long length = Math.min(bytes - at, pieceEnd(start) - start);
      MemorySegment part = rows.asSlice(start, length);
      long to = offset + at;
      if (start + length <= lockedBytes) {
        LaneCalls.enqueue(
            lane, () -> functions.copy(memory.address() + to, part.address(), length, stream));
      } else {
        lane.upload(part, memory, to);
      }
      at += length;
    }
  }

  /** Where the piece ends that a byte is in. */
  private long pieceEnd(long from) {
    long shift = rows.address() % PAGE;
    long end = ((from + shift) / PIECE + 1) * PIECE - shift;
    return Math.min(end, rows.byteSize());
  }

  private void lock(long upTo) {
    while (lockedBytes < upTo) {
      long end = pieceEnd(lockedBytes);
      if (!locks.lock(rows.asSlice(lockedBytes, end - lockedBytes))) {
        return;
      }
      lockedBytes = end;
    }
  }

  /** Whether nothing had to be staged. */
  boolean isLocked() {
    return locks.all();
  }

  /** Unlocks; no copy may be under way. */
  @Override
  public void close() {
    locks.close();
    lockedBytes = 0;
  }
}
