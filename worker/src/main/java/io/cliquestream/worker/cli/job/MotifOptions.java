package io.cliquestream.worker.cli.job;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.MotifCensus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of the motif census. */
@Command(description = "Counts the connected vertex-induced subgraphs of one size by shape.")
final class MotifOptions implements JobOptions {
  @Option(
      names = "--size",
      defaultValue = "3",
      paramLabel = "N",
      description = "Vertices of a motif: 3, 4 or 5 (${DEFAULT-VALUE}).")
  private int size;

  @Override
  public void apply(JobRequest.Builder request) {
    request.setMotifCensus(MotifCensus.newBuilder().setSize(size));
  }
}
