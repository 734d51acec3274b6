package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cpu.cover.CoverCount;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import io.cliquestream.kernels.cpu.maxclique.dense.ComplementCover;
import io.cliquestream.kernels.cpu.maxclique.dense.FirstCliques;
import io.cliquestream.kernels.cpu.maxclique.dense.JoinSearch;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.cpu.maxclique.dense.ResidualPolicy;
import io.cliquestream.kernels.cpu.maxclique.reduction.CoreOrder;
import io.cliquestream.kernels.cpu.maxclique.reduction.DegreeDistribution;
import io.cliquestream.kernels.cpu.maxclique.reduction.Survivors;
import io.cliquestream.kernels.cpu.maxclique.symmetry.PartCount;
import io.cliquestream.kernels.cpu.maxclique.symmetry.SymmetricCliques;
import io.cliquestream.kernels.cpu.maxclique.symmetry.SymmetricOrbit;
import io.cliquestream.kernels.cpu.maxclique.symmetry.SymmetricParts;
import io.cliquestream.kernels.cpu.schedule.OneThread;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.MaximumClique;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Counts all maximum cliques of what the bounds leave of a graph, where they are too many to be met
 * one by one, or too hard to meet: by covers of the complement where that is sparse, whose parts
 * multiply ({@link CoverCount}), by the orbits where the graph is symmetric ({@link PartCount}).
 * MANN_a27 has 1.1 · 10³⁴ of them, johnson32-2-4 31 · 29 · … · 3 · 1.
 *
 * <p>The cliques listed are the lexicographically first, as those of every other search. Where
 * neither the count nor the list comes to an end within the policy, there is no answer: a search
 * has to meet the cliques.
 */
public final class ResidualCount {
  private final int size;
  private final MaximumClique job;
  private final JobControl control;
  private final BiConsumer<String, Object> plan;
  private final Consumer<PartCount> runner;
  private final CountPolicy policy = CountPolicy.DEFAULT;
  private final ResidualPolicy residual = ResidualPolicy.DEFAULT;

  /**
   * A count.
   *
   * @param size the clique number, 1 or more
   * @param plan takes what was chosen
   * @param runner does all of a work
   */
  ResidualCount(
      int size,
      MaximumClique job,
      JobControl control,
      BiConsumer<String, Object> plan,
      Consumer<PartCount> runner) {
    this.size = size;
    this.job = job;
    this.control = control;
    this.plan = plan;
    this.runner = runner;
  }

  /**
   * Counts on the caller's thread: the host's part of the CUDA engine's search for all.
   *
   * @param graph not empty
   * @param size its clique number
   * @return the number of its maximum cliques and the first of them; empty where the count is none
   *     of this kind
   */
  public static Optional<CliqueCollector> of(
      Graph graph,
      int size,
      MaximumClique job,
      JobControl control,
      BiConsumer<String, Object> plan) {
    DegreeDistribution degrees = DegreeDistribution.of(graph, control);
    Survivors survivors = Survivors.of(graph, degrees.of(), size, control);
    CoreOrder order = CoreOrder.of(survivors, size, control);
    return new ResidualCount(size, job, control, plan, parts -> OneThread.run(parts, control))
        .of(order);
  }

  /** Counts the cliques of what an order holds, which is all that they are made of. */
  Optional<CliqueCollector> of(CoreOrder order) {
    if (order.count() == 0 || order.count() > residual.mostVertices()) {
      return Optional.empty();
    }
    BitGraph graph = byName(ResidualSearch.matrix(order));
    Optional<CliqueSearch> asked = job.search();
    boolean cover =
        asked.isEmpty()
            ? ComplementCover.suits(graph, residual)
            : asked.get() == CliqueSearch.VERTEX_COVER
                && ComplementCover.isPossible(graph, residual);
    if (cover) {
      return byCovers(graph);
    }
    // Where the complement falls apart the numbers of its parts multiply, which a search knows.
    boolean symmetry =
        asked.isEmpty()
            ? JoinSearch.parts(graph).size() == 1
            : asked.get() == CliqueSearch.SYMMETRY;
    return symmetry ? byOrbits(graph, asked.isPresent()) : Optional.empty();
  }

  private static BitGraph byName(BitGraph graph) {
    Integer[] order = new Integer[graph.size()];
    Arrays.setAll(order, v -> v);
    Arrays.sort(order, (a, b) -> Integer.compare(graph.vertices()[a], graph.vertices()[b]));
    return graph.induced(Arrays.stream(order).mapToInt(v -> v).toArray(), graph.size());
  }

  /** Most cliques that may be listed. */
  private int most() {
    return policy.mostVertices() / size;
  }

  private Optional<CliqueCollector> byCovers(BitGraph graph) {
    if (job.limit() > most()) {
      return Optional.empty();
    }
    CoverCount.Outcome outcome =
        ComplementCover.count(graph, size, job.limit(), policy.coverNodes(), control);
    plan.accept("count-nodes", outcome.nodes());
    return outcome
        .sets()
        .map(
            sets -> {
              plan.accept("count", "vertex-cover");
              CliqueCollector named = new CliqueCollector(job.limit());
              named.addAll(
                  sets.size(),
                  sets.count(),
                  sets.smallest().stream()
                      .map(set -> Arrays.stream(set).map(v -> graph.vertices()[v]).toArray())
                      .toList());
              return named;
            });
  }

  private Optional<CliqueCollector> byOrbits(BitGraph graph, boolean asked) {
    Optional<List<SymmetricParts.Part>> parts =
        SymmetricParts.of(graph, residual, size, true, asked, control);
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    PartCount count =
        new PartCount(parts.get(), MaximumCliquePolicy.DEFAULT, size, policy.partNodes(), most());
    double work = 0;
    for (long part = 0; part < count.chunkCount(); part++) {
      work += count.cost(part);
    }
    control.beginPhase(Phase.COMPUTING, work);
    runner.accept(count);
    plan.accept("count-parts", parts.get().size());
    plan.accept("count-nodes", count.nodes());
    Optional<BigInteger> total = count.total();
    Optional<List<int[]>> first = total.flatMap(number -> first(graph, count, number));
    if (first.isEmpty()) {
      return Optional.empty();
    }
    plan.accept("count", "symmetry");
    CliqueCollector collector = new CliqueCollector(job.limit());
    collector.addAll(size, total.get(), first.get());
    return Optional.of(collector);
  }

  /** The first cliques: of all where all can be made, else one after the other. */
  private Optional<List<int[]>> first(BitGraph graph, PartCount count, BigInteger total) {
    int most = most();
    if (total.compareTo(BigInteger.valueOf(most)) > 0 || count.kept().isEmpty()) {
      return job.limit() > most
          ? Optional.empty()
          : FirstCliques.of(graph, size, job.limit(), policy.firstNodes(), control);
    }
    Set<SymmetricOrbit.VertexSet> all = SymmetricCliques.of(count.kept().get(), most, control);
    if (!BigInteger.valueOf(all.size()).equals(total)) {
      throw new ComputeException(
          FailureCode.INTERNAL,
          "symmetries stand for " + total + " cliques and make " + all.size());
    }
    CliqueCollector first = new CliqueCollector(job.limit());
    for (SymmetricOrbit.VertexSet clique : all) {
      first.add(clique.vertices(), size);
    }
    return Optional.of(first.smallest());
  }
}
