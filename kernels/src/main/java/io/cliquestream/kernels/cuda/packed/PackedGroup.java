package io.cliquestream.kernels.cuda.packed;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs that share a slab, and cross in one copy. Each takes its room in the slab when its pairs are
 * known, in any order. Opened and read by the lane's thread, filled by any.
 */
final class PackedGroup {
  private final long[] offsets;
  private final long[] pairs;
  private final AtomicLong used = new AtomicLong();
  private final AtomicInteger done = new AtomicInteger();
  private MemorySegment slab;
  private int runs;

  PackedGroup(int most) {
    offsets = new long[most];
    pairs = new long[most];
  }

  /** Starts again; published by what the threads look at for their next run. */
  void open(MemorySegment newSlab, int newRuns) {
    slab = newSlab;
    runs = newRuns;
    used.set(0);
    done.set(0);
  }

  /** Room for a run. */
  MemorySegment room(int index, long runPairs, long bytes) {
    long at = used.getAndAdd(bytes);
    offsets[index] = at;
    pairs[index] = runPairs;
    return slab.asSlice(at, bytes);
  }

  /** One more run is in the slab. */
  void add() {
    done.incrementAndGet();
  }

  /** Whether all of them are. */
  boolean isComplete() {
    return done.get() == runs;
  }

  /** How many runs it has. */
  int runs() {
    return runs;
  }

  /** How much of the slab is to be sent, once complete. */
  long bytes() {
    return used.get();
  }

  /** Where a run lies in it. */
  long offset(int index) {
    return offsets[index];
  }

  /** How many pairs a run has. */
  long pairs(int index) {
    return pairs[index];
  }
}
