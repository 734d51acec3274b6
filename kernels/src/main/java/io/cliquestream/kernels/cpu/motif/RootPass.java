package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;

/** One pass over all vertices as roots; every thread adds to its own sums. */
abstract class RootPass<S extends RootPass.State> implements ChunkedWork<S> {
  /** What every thread has: its sums, and a count of steps since it last asked to go on. */
  static class State {
    final SumTable sums = new SumTable();
    private long steps;
    private long nextCheck = StopMeter.STEPS;

    /** Whether other threads had nothing to do when last looked. */
    boolean splitWanted;

    /** Counts steps; now and then looks whether to stop or to hand work over. */
    final void work(long done, Slice<?> slice) {
      steps += done;
      if (steps >= nextCheck) {
        nextCheck = steps + StopMeter.STEPS;
        slice.checkStopped();
        splitWanted = slice.shouldSplit();
      }
    }

    /** Steps counted so far. */
    final long steps() {
      return steps;
    }
  }

  final RankedGraph graph;
  private final RootChunks chunks;
  private final SumTable result;

  RootPass(RankedGraph graph, RootChunks chunks, SumTable result) {
    this.graph = graph;
    this.chunks = chunks;
    this.result = result;
  }

  @Override
  public final long chunkCount() {
    return chunks.count();
  }

  @Override
  public final double cost(long chunk) {
    return chunks.cost(chunk);
  }

  @Override
  public final void process(long chunk, S state, Slice<S> slice) {
    for (int root = chunks.start(chunk); root < chunks.end(chunk); root++) {
      process(root, state, slice);
    }
  }

  /** Does everything that belongs to one root. */
  abstract void process(int root, S state, Slice<S> slice);

  @Override
  public void merge(S state) {
    result.add(state.sums);
  }
}
