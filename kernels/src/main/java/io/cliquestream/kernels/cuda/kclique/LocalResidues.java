package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Residues of many counts, run after run on the host, which {@link Residues} puts together. Nothing
 * is kept where the counts are not wanted.
 *
 * <p>Nearly always every count is below all primes, so that its residues are the same number.
 * Whether that is so is asked once of all of them, where they lie one after another; then each
 * count takes one read. Blocks of counts go through arrays on the heap: a process that has just
 * started runs such loops long before it has compiled those over memory segments.
 */
final class LocalResidues {
  /** Counts that are put together by a thread at a time; it asks for a stop before each block. */
  private static final int BLOCK = 1 << 12;

  /** Counts that are worth a thread. */
  private static final long GRAIN = 1 << 15;

  private final Residues residues;
  private final long counts;
  private final boolean wanted;
  private final MemorySegment arrived;

  /** Room for the residues of so many counts. */
  LocalResidues(Residues residues, long counts, Arena arena, boolean wanted) {
    this.residues = residues;
    this.counts = counts;
    this.wanted = wanted;
    this.arrived = arena.allocate(wanted ? bytes() * residues.runs() : 0, Long.BYTES);
  }

  private long bytes() {
    return Long.BYTES * Residues.A_RUN * counts;
  }

  /** Brings a run's from a device address inside of a memory; the lane need not be waited for. */
  void download(Lane lane, DeviceMemory memory, long address, int run) {
    if (wanted) {
      lane.download(memory, address - memory.address(), ofRun(run));
    }
  }

  /** What a run gives: the residues of all counts by its first prime, then those by the others. */
  MemorySegment ofRun(int run) {
    return arrived.asSlice(run * bytes(), bytes());
  }

  /**
   * The counts in another order.
   *
   * @param positions 4 bytes for each count of the answer: which of these it is
   * @param size of the answer
   */
  CountArray inOrder(MemorySegment positions, long size, Parallelism parallelism) {
    CountArray to = new CountArray(size);
    boolean small = areSmall(parallelism);
    inBlocks(
        positions,
        size,
        parallelism,
        (first, block, values, length) -> {
          firstResidues(block, values, length);
          to.setAll(first, values, length);
          for (int i = 0; !small && i < length; i++) {
            putTogether(Integer.toUnsignedLong(block[i]), to, first + i);
          }
        });
    return to;
  }

  /**
   * The counts where an answer has them.
   *
   * @param targets 4 bytes for each of these counts: its index in the answer
   * @param size of the answer, whose other counts are 0
   */
  CountArray spread(MemorySegment targets, long size, Parallelism parallelism) {
    CountArray to = new CountArray(size);
    boolean small = areSmall(parallelism);
    inBlocks(
        targets,
        counts,
        parallelism,
        (first, block, values, length) -> {
          MemorySegment.copy(arrived, ValueLayout.JAVA_LONG, Long.BYTES * first, values, 0, length);
          for (int i = 0; i < length; i++) {
            long target = Integer.toUnsignedLong(block[i]);
            to.set(target, values[i]);
            if (!small) {
              putTogether(first + i, to, target);
            }
          }
        });
    return to;
  }

  /** What is done with some indexes that follow each other; values are room for as many counts. */
  @FunctionalInterface
  private interface Block {
    void accept(long first, int[] indexes, long[] values, int length);
  }

  private static void inBlocks(
      MemorySegment indexes, long size, Parallelism parallelism, Block work) {
    parallelism.forRanges(
        size,
        GRAIN,
        (from, end) -> {
          int[] block = new int[BLOCK];
          long[] values = new long[BLOCK];
          for (long first = from; first < end; first += BLOCK) {
            parallelism.stop().checkStopped();
            int length = (int) Math.min(BLOCK, end - first);
            MemorySegment.copy(
                indexes, ValueLayout.JAVA_INT, Integer.BYTES * first, block, 0, length);
            work.accept(first, block, values, length);
          }
        });
  }

  private void firstResidues(int[] positions, long[] values, int length) {
    MemorySegment from = arrived;
    for (int i = 0; i < length; i++) {
      values[i] = from.getAtIndex(ValueLayout.JAVA_LONG, Integer.toUnsignedLong(positions[i]));
    }
  }

  /** Whether the first residue of every count is the count. */
  private boolean areSmall(Parallelism parallelism) {
    AtomicBoolean small = new AtomicBoolean(true);
    parallelism.forRanges(
        counts,
        GRAIN,
        (from, end) -> {
          for (int prime = 1; small.get() && prime < residues.count(); prime++) {
            long other = prime * counts;
            if (MemorySegment.mismatch(
                    arrived,
                    Long.BYTES * from,
                    Long.BYTES * end,
                    arrived,
                    Long.BYTES * (other + from),
                    Long.BYTES * (other + end))
                >= 0) {
              small.set(false);
            }
          }
        });
    return small.get();
  }

  /** A count, once all runs have arrived. */
  BigInteger get(long index) {
    long[] of = new long[residues.count()];
    for (int i = 0; i < of.length; i++) {
      of[i] = residue(i, index);
    }
    return residues.number(of);
  }

  private long residue(int prime, long index) {
    return arrived.getAtIndex(ValueLayout.JAVA_LONG, prime * counts + index);
  }

  /** Sets a count again whose first residue, which was set, may be less than all of it. */
  private void putTogether(long index, CountArray to, long target) {
    long first = residue(0, index);
    for (int prime = 1; prime < residues.count(); prime++) {
      if (residue(prime, index) != first) {
        to.set(target, get(index));
        return;
      }
    }
  }
}
