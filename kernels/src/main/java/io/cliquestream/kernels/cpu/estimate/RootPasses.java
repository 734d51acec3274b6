package io.cliquestream.kernels.cpu.estimate;

import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One pass over all roots, in chunks. */
final class RootPasses<S> implements ChunkedWork<S> {
  /** What is done with one root. */
  @FunctionalInterface
  interface Visit<S> {
    void root(int index, S state);
  }

  private final RootChunks chunks;
  private final Supplier<S> states;
  private final Visit<S> visit;
  private final Consumer<S> merge;

  RootPasses(RootChunks chunks, Supplier<S> states, Visit<S> visit, Consumer<S> merge) {
    this.chunks = chunks;
    this.states = states;
    this.visit = visit;
    this.merge = merge;
  }

  @Override
  public long chunkCount() {
    return chunks.count();
  }

  @Override
  public double cost(long chunk) {
    return chunks.cost(chunk);
  }

  @Override
  public S newState() {
    return states.get();
  }

  @Override
  public void process(long chunk, S state, Slice<S> slice) {
    for (int index = chunks.start(chunk); index < chunks.end(chunk); index++) {
      visit.root(index, state);
    }
  }

  @Override
  public void merge(S state) {
    merge.accept(state);
  }
}
