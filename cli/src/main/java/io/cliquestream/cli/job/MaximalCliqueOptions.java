package io.cliquestream.cli.job;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.MaximalCliques;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of maximal clique enumeration. */
@Command(description = "Counts maximal cliques by size, and lists them on request.")
final class MaximalCliqueOptions implements JobOptions {
  @Option(
      names = "--minimum-size",
      defaultValue = "1",
      paramLabel = "N",
      description = "Smallest clique counted and listed (${DEFAULT-VALUE}).")
  private int minimumSize;

  @Option(names = "--limit", paramLabel = "N", description = "List the cliques, at most so many.")
  private Long limit;

  @Override
  public void apply(JobRequest.Builder request) {
    MaximalCliques.Builder cliques = MaximalCliques.newBuilder().setMinimumSize(minimumSize);
    if (limit != null) {
      cliques.setList(true).setLimit(Limits.positive(limit));
    }
    request.setMaximalCliques(cliques);
  }
}
