package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import io.cliquestream.kernels.cpu.maxclique.dense.ComplementCover;
import io.cliquestream.kernels.cpu.maxclique.dense.CoverChoice;
import io.cliquestream.kernels.cpu.maxclique.dense.Incumbent;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.cpu.maxclique.dense.ResidualPolicy;
import io.cliquestream.kernels.cpu.maxclique.reduction.CoreOrder;
import io.cliquestream.kernels.cpu.maxclique.symmetry.PartSearch;
import io.cliquestream.kernels.cpu.maxclique.symmetry.SymmetricParts;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.MaximumClique;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Looks at what the bounds leave of a graph as a whole, where a matrix can hold it: as a vertex
 * cover of its complement if that is sparse, by its orbits if it is symmetric. Neither is seen from
 * the neighbourhoods of single roots, whose symmetries are fewer.
 */
final class ResidualSearch {
  private final MaximumClique job;
  private final CoreOrder order;
  private final Incumbent incumbent;
  private final CoverChoice cover;
  private final JobControl control;
  private final BiConsumer<String, Object> plan;
  private final Consumer<PartSearch> runner;
  private final ResidualPolicy policy = ResidualPolicy.DEFAULT;

  /**
   * A search.
   *
   * @param plan takes what was chosen
   * @param runner does all of a work that has something to do
   */
  ResidualSearch(
      MaximumClique job,
      CoreOrder order,
      Incumbent incumbent,
      CoverChoice cover,
      JobControl control,
      BiConsumer<String, Object> plan,
      Consumer<PartSearch> runner) {
    this.job = job;
    this.order = order;
    this.incumbent = incumbent;
    this.cover = cover;
    this.control = control;
    this.plan = plan;
    this.runner = runner;
  }

  /** Whether the matrix of what is left is small enough. */
  boolean isPossible() {
    return order.count() <= policy.mostVertices();
  }

  /**
   * Whether the incumbent has become a maximum clique; otherwise it may have grown.
   *
   * @throws ComputeException GRAPH_TOO_LARGE when the job asks for symmetries of too large a graph
   */
  boolean isSolved() {
    boolean asked = job.search().filter(CliqueSearch.SYMMETRY::equals).isPresent();
    if (!isPossible()) {
      if (asked) {
        throw new ComputeException(
            FailureCode.GRAPH_TOO_LARGE,
            "symmetries are looked for among at most "
                + policy.mostVertices()
                + " vertices; the bounds leave "
                + order.count());
      }
      return false;
    }
    BitGraph graph = matrix(order);
    plan.accept(
        "missing-degree",
        String.format(
            Locale.ROOT,
            "%.2f",
            2.0 * ComplementCover.missingEdges(graph) / Math.max(1, graph.size())));
    Incumbent larger = incumbent.ties() ? new Incumbent(false, incumbent.size()) : incumbent;
    try {
      if (cover.isFound(graph, new int[0], larger, control)) {
        plan.accept("search", "vertex-cover");
        return true;
      }
      return (asked || job.search().isEmpty()) && isSolvedByParts(graph, larger, asked);
    } finally {
      if (larger.size() > incumbent.size()) {
        incumbent.offer(larger.witness(), larger.size());
      }
    }
  }

  private boolean isSolvedByParts(BitGraph graph, Incumbent larger, boolean asked) {
    Optional<List<SymmetricParts.Part>> parts =
        SymmetricParts.of(graph, policy, larger.target(), false, asked, control);
    if (parts.isEmpty()) {
      return false;
    }
    plan.accept("search", "symmetry");
    plan.accept("symmetric-parts", parts.get().size());
    PartSearch search = new PartSearch(parts.get(), MaximumCliquePolicy.DEFAULT, larger);
    double work = 0;
    for (long part = 0; part < search.chunkCount(); part++) {
      work += search.cost(part);
    }
    control.beginPhase(Phase.COMPUTING, work);
    if (search.chunkCount() > 0) {
      runner.accept(search);
    }
    return true;
  }

  /** The graph of an order as a matrix, by rank. */
  static BitGraph matrix(CoreOrder order) {
    BitGraph graph = BitGraph.empty(order.count(), order.vertices());
    for (int r = 0; r < order.count(); r++) {
      int[] page = order.rows().page(r);
      int end = order.rows().start(r) + order.rows().length(r);
      for (int e = order.rows().start(r); e < end; e++) {
        graph.connect(r, page[e]);
      }
    }
    return graph;
  }
}
