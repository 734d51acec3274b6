package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import java.util.Optional;
import java.util.function.Supplier;

/** A search below every root, cut into chunks of roots. */
final class RootWork<S extends RootSearch<S>> implements ChunkedWork<S> {
  private final RootChunks chunks;
  private final Supplier<S> searches;
  private S merged;

  RootWork(RootChunks chunks, Supplier<S> searches) {
    this.chunks = chunks;
    this.searches = searches;
  }

  /** The sum of all threads' results after the run; empty when there was no root. */
  Optional<S> result() {
    return Optional.ofNullable(merged);
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
    return searches.get();
  }

  @Override
  public void process(long chunk, S state, Slice<S> slice) {
    state.begin(slice);
    for (int root = chunks.start(chunk); root < chunks.end(chunk); root++) {
      state.root(root);
    }
  }

  @Override
  public void merge(S state) {
    if (merged == null) {
      merged = state;
    } else {
      merged.merge(state);
    }
  }
}
