package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.maxclique.dense.CoverChoice;
import io.cliquestream.kernels.cpu.maxclique.dense.Incumbent;
import io.cliquestream.kernels.cpu.maxclique.dense.ResidualPolicy;
import io.cliquestream.kernels.cpu.maxclique.reduction.CoreOrder;
import io.cliquestream.kernels.cpu.maxclique.reduction.DegreeDistribution;
import io.cliquestream.kernels.cpu.maxclique.reduction.Survivors;
import io.cliquestream.kernels.cpu.schedule.OneThread;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.MaximumClique;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * What a vertex cover of the complement, or the symmetries, give of a graph whose search goes on
 * elsewhere: the host's part of the CUDA engine's search. One thread, the caller's.
 *
 * @param solved whether there is no clique larger than both the known one and this one
 * @param clique a clique larger than the known one, ascending; empty if none was found
 */
public record ResidualCliques(boolean solved, int[] clique) {
  private static final ResidualCliques NONE = new ResidualCliques(false, new int[0]);

  /**
   * Looks for cliques larger than the one known.
   *
   * @param graph not empty
   * @param known size of the largest clique known, 1 or more
   * @param job what search it asks for: a vertex cover, symmetries, or that of them which suits
   * @param plan takes what was chosen
   * @throws ComputeException GRAPH_TOO_LARGE when the job asks for the symmetries of a graph of
   *     which bounds leave too much
   */
  public static ResidualCliques larger(
      Graph graph,
      int known,
      MaximumClique job,
      JobControl control,
      BiConsumer<String, Object> plan) {
    Incumbent incumbent = new Incumbent(false, known);
    DegreeDistribution degrees = DegreeDistribution.of(graph, control);
    Survivors survivors = Survivors.of(graph, degrees.of(), incumbent.target(), control);
    CoreOrder order = CoreOrder.of(survivors, incumbent.target(), control);
    plan.accept("survivors", order.count());
    CoverChoice cover = CoverChoice.of(job, ResidualPolicy.DEFAULT);
    ResidualSearch search =
        new ResidualSearch(
            job, order, incumbent, cover, control, plan, parts -> OneThread.run(parts, control));
    boolean solved = search.isSolved();
    cover.describe(plan);
    if (!solved && incumbent.size() == known) {
      return NONE;
    }
    int[] clique = incumbent.witness();
    Arrays.sort(clique);
    return new ResidualCliques(solved, clique);
  }
}
