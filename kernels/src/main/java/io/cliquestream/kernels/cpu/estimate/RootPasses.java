package io.cliquestream.kernels.cpu.estimate;

import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One pass over all roots, in chunks. */
record RootPasses<S>(RootChunks chunks, Supplier<S> states, Visit<S> visit, Consumer<S> merge)
    implements ChunkedWork<S> {
  /** What is done with one root. */
  @FunctionalInterface
  interface Visit<S> {
    void root(int index, S state);
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
