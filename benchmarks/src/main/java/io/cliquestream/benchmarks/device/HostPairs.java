package io.cliquestream.benchmarks.device;

import io.cliquestream.kernels.graph.Graph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A host graph as the edge array that benchmarks start from. */
public final class HostPairs {
  private static final long PAGE = 4096;

  private HostPairs() {}

  /** Each edge once, smaller vertex first, two 32-bit ids each; starts at a page. */
  public static MemorySegment of(Graph host, Arena arena) {
    MemorySegment pairs = arena.allocate(Math.max(1, host.edgeCount()) * Long.BYTES, PAGE);
    long at = 0;
    for (int v = 0; v < host.vertexCount(); v++) {
      for (long i = host.offset(v); i < host.offset(v + 1); i++) {
        int w = host.neighbor(i);
        if (w > v) {
          pairs.setAtIndex(ValueLayout.JAVA_INT, at++, v);
          pairs.setAtIndex(ValueLayout.JAVA_INT, at++, w);
        }
      }
    }
    return pairs;
  }
}
