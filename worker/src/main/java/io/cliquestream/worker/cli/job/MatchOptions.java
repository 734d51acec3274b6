package io.cliquestream.worker.cli.job;

import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.v1.Induced;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
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
      paramLabel = "EDGES",
      description = "A connected pattern of 2 to 8 vertices, such as \"0-1,1-2,2-0\".")
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

  @Override
  public void apply(JobRequest.Builder request) {
    Pattern parsed = Pattern.parse(pattern);
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
    request.setPatternMatch(match);
  }
}
