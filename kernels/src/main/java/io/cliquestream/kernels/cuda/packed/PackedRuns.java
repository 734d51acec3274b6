package io.cliquestream.kernels.cuda.packed;

import io.cliquestream.kernels.cuda.library.GraphFunctions;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import java.lang.foreign.MemorySegment;

/** What goes to a device as packed runs of pairs; any number of threads may pack. */
public sealed interface PackedRuns {
  /** Pairs a run has at most. */
  long RUN_PAIRS = 1L << 16;

  /** How many runs there are. */
  long count();

  /** How many pairs a run has, {@link #RUN_PAIRS} at most. */
  long pairs(long run);

  /**
   * Packs a run.
   *
   * @param pairs what {@link #pairs} said, 1 or more
   * @param packed room for so many
   * @return whether it packs
   */
  boolean pack(long run, long pairs, MemorySegment packed);

  /** Pairs as they were read; whole runs make up a block of the array. */
  record OfPairs(GraphFunctions functions, EdgeArray edges) implements PackedRuns {
    private static final long PAIR_BYTES = 2L * Integer.BYTES;

    @Override
    public long count() {
      return Math.ceilDiv(edges.size(), RUN_PAIRS);
    }

    @Override
    public long pairs(long run) {
      return Math.min(RUN_PAIRS, edges.size() - run * RUN_PAIRS);
    }

    @Override
    public boolean pack(long run, long pairs, MemorySegment packed) {
      long blockRuns = Math.ceilDiv(edges.block(0).byteSize() / PAIR_BYTES, RUN_PAIRS);
      MemorySegment block = edges.block((int) (run / blockRuns));
      MemorySegment part =
          block.asSlice(PAIR_BYTES * RUN_PAIRS * (run % blockRuns), PAIR_BYTES * pairs);
      return functions.packPairs(part, pairs, packed) != 0;
    }
  }

  /** The edges of symmetric rows, each once: a run is those of so many neighbours. */
  record OfRows(GraphFunctions functions, Graph host) implements PackedRuns {
    @Override
    public long count() {
      return Math.ceilDiv(2 * host.edgeCount(), RUN_PAIRS);
    }

    private long length(long run) {
      return Math.min(RUN_PAIRS, 2 * host.edgeCount() - run * RUN_PAIRS);
    }

    @Override
    public long pairs(long run) {
      return functions.rowPairs(
          host.offsets(), host.vertexCount(), host.neighbors(), run * RUN_PAIRS, length(run));
    }

    @Override
    public boolean pack(long run, long pairs, MemorySegment packed) {
      return functions.packRows(
              host.offsets(),
              host.vertexCount(),
              host.neighbors(),
              run * RUN_PAIRS,
              length(run),
              pairs,
              packed)
          != 0;
    }
  }
}
