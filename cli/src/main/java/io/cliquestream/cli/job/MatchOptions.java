package io.cliquestream.cli.job;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.survey.NamedPatterns;
import io.cliquestream.v1.Induced;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
import io.cliquestream.v1.PlanChoice;
import io.cliquestream.v1.PlanRestriction;
import io.cliquestream.v1.SymmetryBreaking;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of pattern matching. */
@Command(description = "Counts the subgraphs that match a pattern, and lists them on request.")
final class MatchOptions implements JobOptions {
  private enum InducedBy {
    edge,
    vertex
  }

  @Option(
      names = "--pattern",
      required = true,
      paramLabel = "PATTERN",
      description =
          "A connected pattern of 2 to 8 vertices: its edges, such as \"0-1,1-2,2-0\", or a name,"
              + " such as house ('cliquestream patterns' lists them).")
  private String pattern;

  @Option(
      names = "--induced",
      defaultValue = "edge",
      paramLabel = "BY",
      description =
          "${COMPLETION-CANDIDATES}: whether further edges among the matched vertices are allowed"
              + " (edge) or not (vertex).")
  private InducedBy induced;

  @Option(names = "--limit", paramLabel = "N", description = "List the matches, at most so many.")
  private Long limit;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description =
          "The pattern's vertices in the order in which they are bound, such as \"0,2,1\"; the"
              + " planner's when not given.")
  private String order;

  @Option(
      names = "--restrictions",
      defaultValue = "auto",
      paramLabel = "PAIRS",
      description =
          "What breaks the pattern's symmetries: auto, none (counts are divided), or pairs such as"
              + " \"0>1,0>2\", the first vertex of each having the larger rank.")
  private String restrictions;

  @Override
  public void apply(JobRequest.Builder request) {
    Pattern parsed = NamedPatterns.parse(pattern);
    if (parsed.isLabelled()) {
      throw new ComputeException(
          FailureCode.PATTERN_INVALID,
          "a request carries no labels; 'compute match' takes them as --pattern-labels");
    }
    PatternMatch.Builder match =
        PatternMatch.newBuilder()
            .setInduced(
                induced == InducedBy.edge ? Induced.INDUCED_BY_EDGES : Induced.INDUCED_BY_VERTICES);
    for (int from = 0; from < parsed.vertexCount(); from++) {
      for (int to = from + 1; to < parsed.vertexCount(); to++) {
        if (parsed.hasEdge(from, to)) {
          match.addEdges(PatternEdge.newBuilder().setFrom(from).setTo(to));
        }
      }
    }
    if (limit != null) {
      match.setList(true).setLimit(Limits.positive(limit));
    }
    PlanChoice plan = plan();
    if (!plan.equals(PlanChoice.getDefaultInstance())) {
      match.setPlan(plan);
    }
    request.setPatternMatch(match);
  }

  private PlanChoice plan() {
    PlanChoice.Builder plan = PlanChoice.newBuilder();
    if (order != null) {
      plan.addAllOrder(io.cliquestream.kernels.job.PlanChoice.parseOrder(order));
    }
    switch (restrictions) {
      case "auto" -> plan.setSymmetry(SymmetryBreaking.SYMMETRY_BREAKING_CHOSEN);
      case "none" -> plan.setSymmetry(SymmetryBreaking.SYMMETRY_BREAKING_NONE);
      default -> {
        plan.setSymmetry(SymmetryBreaking.SYMMETRY_BREAKING_GIVEN);
        for (var pair : io.cliquestream.kernels.job.PlanChoice.parseRestrictions(restrictions)) {
          plan.addRestrictions(
              PlanRestriction.newBuilder().setLarger(pair.larger()).setSmaller(pair.smaller()));
        }
      }
    }
    return plan.build();
  }
}
