package io.cliquestream.kernels.cuda.device;

import java.lang.foreign.MemorySegment;

/** One or two staging slabs used in turn; each is waited for before it is used again. */
final class SlabPair implements AutoCloseable {
  private static final int SLABS = 2;

  private final Lane lane;
  private final PinnedStaging staging;
  private final PinnedMemory[] slabs = new PinnedMemory[SLABS];
  private final Mark[] marks = new Mark[SLABS];
  private final MemorySegment[] arrived = new MemorySegment[SLABS];
  private final MemorySegment[] targets = new MemorySegment[SLABS];
  private final int count;
  private int turn;

  SlabPair(Lane lane, PinnedStaging staging) {
    this.lane = lane;
    this.staging = staging;
    slabs[0] = staging.borrow(lane.control());
    slabs[1] = staging.borrowNow();
    count = slabs[1] == null ? 1 : SLABS;
  }

  long bytes() {
    return staging.slabBytes();
  }

  /** The slab whose turn it is, once the device is done with it. */
  MemorySegment next() {
    settle(turn);
    return slabs[turn].segment();
  }

  /** What was enqueued uses the present slab; the other's turn comes. */
  void mark() {
    marks[turn] = lane.mark();
    turn = (turn + 1) % count;
  }

  /** Likewise; what arrives in the slab goes on to a target. */
  void mark(MemorySegment slab, MemorySegment target) {
    arrived[turn] = slab;
    targets[turn] = target;
    mark();
  }

  private void settle(int slab) {
    Mark mark = marks[slab];
    if (mark != null) {
      marks[slab] = null;
      lane.await(mark);
    }
    if (targets[slab] != null) {
      targets[slab].copyFrom(arrived[slab]);
      targets[slab] = null;
    }
  }

  /** Waits for everything, in order. */
  void finish() {
    for (int i = 0; i < count; i++) {
      settle((turn + i) % count);
    }
  }

  /** The slabs go back once the device no longer touches them. */
  @Override
  public void close() {
    try {
      lane.settle(marks);
    } finally {
      for (int i = 0; i < count; i++) {
        staging.giveBack(slabs[i]);
      }
    }
  }
}
