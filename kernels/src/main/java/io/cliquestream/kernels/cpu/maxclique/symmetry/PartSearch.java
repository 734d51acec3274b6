package io.cliquestream.kernels.cpu.maxclique.symmetry;

import io.cliquestream.kernels.cpu.maxclique.dense.DenseSearch;
import io.cliquestream.kernels.cpu.maxclique.dense.Incumbent;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.cpu.maxclique.dense.SharedTask;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import java.util.List;

/**
 * Searches the parts of a graph ({@link SymmetricParts}) for cliques that beat the incumbent.
 *
 * @param incumbent wants larger cliques only
 */
public record PartSearch(
    List<SymmetricParts.Part> parts, MaximumCliquePolicy policy, Incumbent incumbent)
    implements ChunkedWork<PartSearch.State> {
  /** One thread's memory. */
  record State(DenseSearch search) implements SharedTask.Searcher {}

  @Override
  public long chunkCount() {
    return parts.size();
  }

  @Override
  public double cost(long chunk) {
    double size = parts.get((int) chunk).graph().size();
    return 1 + size * size;
  }

  @Override
  public State newState() {
    return new State(new DenseSearch(policy, null));
  }

  @Override
  public void process(long chunk, State state, Slice<State> slice) {
    slice.checkStopped();
    SymmetricParts.Part part = parts.get((int) chunk);
    var subproblem = new SharedTask.Subproblem(part.graph(), part.prefix(), incumbent, () -> {});
    new SharedTask<>(subproblem, slice).run(state);
  }

  @Override
  public void merge(State state) {}
}
