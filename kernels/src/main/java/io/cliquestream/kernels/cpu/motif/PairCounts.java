package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;

/** Common neighbours of a root with every other vertex; zero between roots. */
class PairCounts extends RootPass.State {
  final int[] common;

  /** The vertices with a count, in no particular order. */
  final int[] touched;

  int touchedCount;

  PairCounts(RankedGraph graph) {
    common = new int[graph.vertexCount()];
    touched = new int[graph.vertexCount()];
  }

  /** Adds the wedge from the root to {@code end}. */
  final void add(int end) {
    if (common[end]++ == 0) {
      touched[touchedCount++] = end;
    }
  }

  /** Back to zero. */
  final void clear() {
    for (int i = 0; i < touchedCount; i++) {
      common[touched[i]] = 0;
    }
    touchedCount = 0;
  }
}
