package io.cliquestream.cli.job;

import io.cliquestream.v1.CliqueListing;
import io.cliquestream.v1.JobRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of clique listing. */
@Command(description = "Lists k-cliques.")
final class CliqueListingOptions implements JobOptions {
  @Option(names = "--k", required = true, paramLabel = "K", description = "Clique size, from 1.")
  private int k;

  @Option(
      names = "--limit",
      defaultValue = "1000",
      paramLabel = "N",
      description = "Most cliques listed (${DEFAULT-VALUE}).")
  private long limit;

  @Override
  public void apply(JobRequest.Builder request) {
    request.setCliqueListing(CliqueListing.newBuilder().setK(k).setLimit(Limits.positive(limit)));
  }
}
