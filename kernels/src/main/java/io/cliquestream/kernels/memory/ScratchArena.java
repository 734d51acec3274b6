package io.cliquestream.kernels.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Memory of one job, for any thread. What is small comes from a slab that is used again by the next
 * job; the rest from a {@link LargeArena}.
 *
 * <p>Closing an ordinary shared arena stops every thread of the process for a moment, to make sure
 * that none is inside its memory. A job of a few microseconds would cost all others more than
 * itself. A slab is never freed, so nobody has to be stopped: in exchange nothing catches a reader
 * that goes on after {@link #close}, and the owner must know that all of its threads have ended.
 *
 * <p>At most {@value #MOST_SLABS} slabs of {@value #SLAB_BYTES} bytes are kept.
 */
public final class ScratchArena implements Arena {
  static final int SLAB_BYTES = 1 << 18;
  static final int MOST_SLABS = 64;

  /** Slabs that nobody uses; guarded by itself. */
  private static final Deque<MemorySegment> IDLE = new ArrayDeque<>(MOST_SLABS);

  private final AtomicBoolean closed = new AtomicBoolean();
  private MemorySegment slab;
  private long taken;
  private long counted;
  private long largeBytes;
  private Arena large;

  private final MemoryMeter meter;

  private ScratchArena(MemoryMeter meter) {
    this.meter = meter;
  }

  /**
   * An empty one. Memory is allocated by one thread at a time.
   *
   * @param meter of the job
   */
  public static ScratchArena open(MemoryMeter meter) {
    return new ScratchArena(meter);
  }

  /** Zeros, like those of any arena. */
  @Override
  public MemorySegment allocate(long byteSize, long byteAlignment) {
    if (closed.get()) {
      throw new IllegalStateException("the memory is given back already");
    }
    if (byteSize <= SLAB_BYTES && byteAlignment <= Long.BYTES * 8) {
      if (slab == null) {
        slab = takeSlab();
      }
      long start = (taken + byteAlignment - 1) & -byteAlignment;
      if (start + byteSize <= SLAB_BYTES) {
        taken = start + byteSize;
        counted += byteSize;
        meter.offHeap(byteSize);
        LargeArena.countLive(byteSize);
        return slab.asSlice(start, byteSize, byteAlignment).fill((byte) 0);
      }
    }
    if (large == null) {
      large = LargeArena.shared();
    }
    largeBytes += byteSize;
    meter.offHeap(byteSize);
    return large.allocate(byteSize, byteAlignment);
  }

  private static MemorySegment takeSlab() {
    synchronized (IDLE) {
      MemorySegment idle = IDLE.pollLast();
      if (idle != null) {
        return idle;
      }
    }
    return Arena.ofAuto().allocate(SLAB_BYTES, Long.BYTES * 8);
  }

  /** The scope of what was allocated last beyond the slab, or of the slab, which never ends. */
  @Override
  public MemorySegment.Scope scope() {
    return large == null ? Arena.global().scope() : large.scope();
  }

  /**
   * Gives everything back; no thread may be inside its memory, or come to it later.
   *
   * @throws IllegalStateException when it was closed before
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      throw new IllegalStateException("the memory is given back already");
    }
    meter.offHeap(-counted - largeBytes);
    if (slab != null) {
      LargeArena.countLive(-counted);
      synchronized (IDLE) {
        if (IDLE.size() < MOST_SLABS) {
          IDLE.addLast(slab);
        }
      }
    }
    if (large != null) {
      large.close();
    }
  }
}
