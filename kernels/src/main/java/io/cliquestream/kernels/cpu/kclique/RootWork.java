package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.cpu.kclique.search.RootSearch;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** A search below every root, cut into chunks of roots. */
final class RootWork<S extends RootSearch<S>> implements ChunkedWork<S> {
  private final RootChunks chunks;
  private final Supplier<S> searches;
  private final Optional<LongConsumer> steps;
  private S merged;

  /**
   * Work below all roots.
   *
   * @param steps told how many steps were taken, where they and not the chunks are the progress
   */
  RootWork(RootChunks chunks, Supplier<S> searches, Optional<LongConsumer> steps) {
    this.chunks = chunks;
    this.searches = searches;
    this.steps = steps;
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
    return steps.isPresent() ? 0 : chunks.cost(chunk);
  }

  @Override
  public S newState() {
    S search = searches.get();
    steps.ifPresent(search::report);
    return search;
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

  @Override
  public void mergeStopped(S state) {
    merge(state);
  }
}
