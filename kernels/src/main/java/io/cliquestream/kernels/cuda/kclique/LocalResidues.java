package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Residues of many counts, run after run on the host, which {@link Residues} puts together. Nothing
 * is kept where the counts are not wanted.
 */
final class LocalResidues {
  private final Residues residues;
  private final long counts;
  private final boolean wanted;
  private final MemorySegment arrived;
  private final long[] of;

  /** Room for the residues of so many counts. */
  LocalResidues(Residues residues, long counts, Arena arena, boolean wanted) {
    this.residues = residues;
    this.counts = counts;
    this.wanted = wanted;
    this.arrived = arena.allocate(wanted ? bytes() * residues.runs() : 0, Long.BYTES);
    this.of = new long[residues.count()];
  }

  private long bytes() {
    return Long.BYTES * Residues.A_RUN * counts;
  }

  /** Brings a run's from a device address inside of a memory; the lane need not be waited for. */
  void download(Lane lane, DeviceMemory memory, long address, int run) {
    if (wanted) {
      lane.download(memory, address - memory.address(), arrived.asSlice(run * bytes(), bytes()));
    }
  }

  /** Copies a count, whichever its size. */
  void copy(long index, CountArray to, long target) {
    for (int i = 0; i < of.length; i++) {
      of[i] = arrived.getAtIndex(ValueLayout.JAVA_LONG, i * counts + index);
    }
    if (Residues.areEqual(of)) {
      to.set(target, of[0]);
    } else {
      to.set(target, residues.number(of));
    }
  }
}
