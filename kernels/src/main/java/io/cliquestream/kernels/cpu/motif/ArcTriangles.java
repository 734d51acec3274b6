package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.memory.MemoryMeter;
import io.cliquestream.kernels.memory.ScratchArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The triangles through every arc, off the heap: 4 bytes an arc, as no edge is in more triangles
 * than an endpoint has neighbours. At first all are 0.
 */
final class ArcTriangles implements AutoCloseable {
  private static final VarHandle COUNT = ValueLayout.JAVA_INT.varHandle();

  private final Arena arena;
  private final MemorySegment counts;

  ArcTriangles(long arcs, MemoryMeter memory) {
    arena = ScratchArena.open(memory);
    counts = arena.allocate(Math.max(1, arcs) * Integer.BYTES, 64);
  }

  int get(long arc) {
    return counts.getAtIndex(ValueLayout.JAVA_INT, arc);
  }

  /** Sets a count; no other thread may do anything with it at the time. */
  void set(long arc, int value) {
    counts.setAtIndex(ValueLayout.JAVA_INT, arc, value);
  }

  /** Adds to a count, as any number of threads may at a time. */
  void add(long arc, int more) {
    int _ = (int) COUNT.getAndAdd(counts, arc * Integer.BYTES, more);
  }

  @Override
  public void close() {
    arena.close();
  }
}
