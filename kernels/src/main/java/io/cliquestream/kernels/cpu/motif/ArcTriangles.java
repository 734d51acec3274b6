package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The triangles through every arc, off the heap: 4 bytes an arc, as no edge is in more triangles
 * than an endpoint has neighbours. Different threads write different arcs.
 */
final class ArcTriangles implements AutoCloseable {
  private final Arena arena = LargeArena.shared();
  private final MemorySegment counts;

  ArcTriangles(long arcs) {
    counts = arena.allocate(Math.max(1, arcs) * Integer.BYTES, 64);
  }

  int get(long arc) {
    return counts.getAtIndex(ValueLayout.JAVA_INT, arc);
  }

  /** Sets the counts of {@code length} arcs from {@code arc} on. */
  void set(long arc, int[] values, int length) {
    MemorySegment.copy(values, 0, counts, ValueLayout.JAVA_INT, arc * Integer.BYTES, length);
  }

  @Override
  public void close() {
    arena.close();
  }
}
