package io.cliquestream.kernels.cpu.maxclique.dense;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.cpu.cover.CoverSearch;
import io.cliquestream.kernels.job.MaximumClique;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Decides for each subproblem whether it is solved as a vertex cover of its complement, and does
 * so. Safe for use by any number of threads.
 */
public final class CoverChoice {
  /** Who decides. */
  enum Mode {
    /** The planner, by the density of each subproblem. */
    BY_DENSITY,
    /** The job: wherever the complement fits. */
    ALWAYS,
    NEVER
  }

  private final Mode mode;
  private final ResidualPolicy policy;
  private final AtomicLong solved = new AtomicLong();
  private final AtomicLong nodes = new AtomicLong();

  private CoverChoice(Mode mode, ResidualPolicy policy) {
    this.mode = mode;
    this.policy = policy;
  }

  /** What a job asks for. */
  public static CoverChoice of(MaximumClique job, ResidualPolicy policy) {
    Mode mode =
        job.search()
            .map(
                chosen ->
                    switch (chosen) {
                      case VERTEX_COVER -> Mode.ALWAYS;
                      case DEPTH_FIRST, BREADTH_FIRST, SYMMETRY -> Mode.NEVER;
                    })
            .orElse(Mode.BY_DENSITY);
    return new CoverChoice(mode, policy);
  }

  /** Nodes of all covers so far. */
  public long nodes() {
    return nodes.get();
  }

  /** Whether the cover is to be tried. */
  public boolean isFor(BitGraph graph) {
    return switch (mode) {
      case ALWAYS -> ComplementCover.isPossible(graph, policy);
      case BY_DENSITY -> ComplementCover.suits(graph, policy);
      case NEVER -> false;
    };
  }

  /**
   * Offers a maximum clique of a subproblem to an incumbent that wants larger ones.
   *
   * @param prefix names of vertices adjacent to all of it and to each other
   * @return whether the subproblem is done
   */
  public boolean isFound(BitGraph graph, int[] prefix, Incumbent incumbent, StopCheck stop) {
    if (!isFor(graph)) {
      return false;
    }
    CoverSearch.Outcome found =
        ComplementCover.search(
            graph,
            incumbent.size() + 1 - prefix.length,
            mode == Mode.ALWAYS ? Long.MAX_VALUE : policy.coverNodes(),
            stop);
    nodes.addAndGet(found.nodes());
    if (found.set().length > 0) {
      int[] clique = Arrays.copyOf(prefix, prefix.length + found.set().length);
      for (int i = 0; i < found.set().length; i++) {
        clique[prefix.length + i] = graph.vertices()[found.set()[i]];
      }
      incumbent.offer(clique, clique.length);
    }
    if (found.proven()) {
      solved.incrementAndGet();
    }
    return found.proven();
  }

  /** Says in the plan what was done. */
  public void describe(BiConsumer<String, Object> plan) {
    if (nodes.get() > 0) {
      plan.accept("vertex-covers", solved.get());
      plan.accept("vertex-cover-nodes", nodes.get());
    }
  }
}
