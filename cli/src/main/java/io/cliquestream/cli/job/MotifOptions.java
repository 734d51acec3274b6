package io.cliquestream.cli.job;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.MotifMethod;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of the motif census. */
@Command(description = "Counts the connected vertex-induced subgraphs of one size by shape.")
final class MotifOptions implements JobOptions {
  private enum Method {
    auto(MotifMethod.MOTIF_METHOD_CHOSEN),
    formulas(MotifMethod.MOTIF_METHOD_FORMULAS),
    plans(MotifMethod.MOTIF_METHOD_PLANS),
    subgraphs(MotifMethod.MOTIF_METHOD_SUBGRAPHS);

    private final MotifMethod method;

    Method(MotifMethod method) {
      this.method = method;
    }
  }

  @Option(
      names = "--size",
      defaultValue = "3",
      paramLabel = "N",
      description = "Vertices of a motif: 3, 4, 5 or 6 (${DEFAULT-VALUE}).")
  private int size;

  @Option(
      names = "--method",
      defaultValue = "auto",
      paramLabel = "METHOD",
      description = "How motifs are counted: ${COMPLETION-CANDIDATES}.")
  private Method method;

  @Override
  public void apply(JobRequest.Builder request) {
    request.setMotifCensus(MotifCensus.newBuilder().setSize(size).setMethod(method.method));
  }
}
