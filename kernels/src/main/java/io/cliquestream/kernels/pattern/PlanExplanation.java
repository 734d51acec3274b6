package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The matching plans that a job follows on a graph, made without running it.
 *
 * @param plans one for a pattern or a clique size, one for each motif of a census
 * @param remark which engine answers the job in another way, if one does
 */
public record PlanExplanation(List<MatchingPlan> plans, Optional<String> remark) {
  private static final Set<Motif> COUNTED_BY_WEDGES =
      EnumSet.of(Motif.CYCLE_4, Motif.CYCLE_5, Motif.HOUSE);

  /**
   * Plans a job on a graph of whose labels nothing is known.
   *
   * @param graph of which samples are taken
   * @param job counts or lists matches, k-cliques or motifs by plans
   * @param stop ends the sampling
   * @return its plans, with predicted costs
   * @throws ComputeException OPTION_INVALID for a job that follows no matching plan
   */
  public static PlanExplanation of(Graph graph, Job job, StopCheck stop) {
    return of(graph, Optional.empty(), job, stop);
  }

  /**
   * Plans a job.
   *
   * @param graph of which samples are taken
   * @param labels of the vertices, if they have any; how common they are decides on an order
   * @param job counts or lists matches, k-cliques or motifs by plans
   * @param stop ends the sampling
   * @return its plans, with predicted costs
   * @throws ComputeException OPTION_INVALID for a job that follows no matching plan
   */
  public static PlanExplanation of(
      Graph graph, Optional<VertexLabels> labels, Job job, StopCheck stop) {
    return switch (job) {
      case PatternMatch match -> {
        GraphSample statistics = GraphSampling.of(graph, stop);
        GraphSample known =
            labels
                .map(all -> LabelShares.of(graph, all, match.pattern(), stop))
                .map(statistics::with)
                .orElse(statistics);
        yield new PlanExplanation(List.of(PlanCompiler.of(match, known)), remark(match));
      }
      case MotifCensus census -> census(census, GraphSampling.of(graph, stop));
      case CliqueListing listing when listing.k() >= 2 && listing.k() <= Pattern.MAXIMUM_VERTICES ->
          new PlanExplanation(
              List.of(
                  PlanCompiler.listing(
                      Pattern.complete(listing.k()), Induced.EDGE, GraphSampling.of(graph, stop))),
              Optional.of(
                  "the CUDA engine's plan; the CPU engine lists cliques along an orientation"));
      case CliqueListing _,
          TriangleCount _,
          KCliqueCount _,
          MaximumClique _,
          MaximalCliques _,
          CliqueEstimate _,
          CoreDecomposition _ ->
          throw new ComputeException(
              FailureCode.OPTION_INVALID,
              job.name() + " follows no matching plan that could be explained");
    };
  }

  private static PlanExplanation census(MotifCensus job, GraphSample statistics) {
    if (job.method().equals(Optional.of(MotifMethod.SUBGRAPHS))
        || job.method().equals(Optional.of(MotifMethod.FORMULAS))) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "this method of counting motifs follows no matching plan");
    }
    boolean formulas = !Motif.ofSize(job.size()).isEmpty();
    return new PlanExplanation(
        MotifClass.ofSize(job.size()).stream()
            .map(motif -> PlanCompiler.counting(motif.pattern(), Induced.EDGE, statistics))
            .toList(),
        job.method().isPresent()
            ? Optional.empty()
            : Optional.of(
                formulas
                    ? "plans that the CUDA engine counts motifs of up to four vertices by; of five"
                        + " vertices it counts by formulas, as the CPU engine does throughout"
                    : "both engines' plans; where degrees are small the CUDA engine visits every"
                        + " subgraph instead"));
  }

  private static Optional<String> remark(PatternMatch job) {
    if (job.list() || !job.plan().isCompiled() || job.pattern().isLabelled()) {
      return Optional.empty();
    }
    Optional<Motif> motif = Motif.of(job.pattern());
    if (job.induced() == Induced.EDGE && motif.filter(COUNTED_BY_WEDGES::contains).isPresent()) {
      return Optional.of(
          "the CUDA engine counts this pattern by wedges, the CPU engine by formulas, unless the"
              + " job gives a plan");
    }
    if (motif.isPresent()) {
      return Optional.of(
          "the CUDA engine's plan; the CPU engine counts this pattern by formulas unless the job"
              + " gives a plan");
    }
    return job.pattern().isComplete()
        ? Optional.of(
            "the CUDA engine's plan; the CPU engine counts cliques along an orientation unless the"
                + " job gives a plan")
        : Optional.empty();
  }

  /** {@return the plans for a person} */
  public String text() {
    StringBuilder text = new StringBuilder();
    plans.forEach(plan -> text.append(plan.explain()));
    remark.ifPresent(sentence -> text.append(sentence).append('\n'));
    return text.toString();
  }
}
