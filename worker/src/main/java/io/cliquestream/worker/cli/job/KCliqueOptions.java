package io.cliquestream.worker.cli.job;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.KCliqueMethod;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of k-clique counting. */
@Command(description = "Counts k-cliques for one k, a range of k, or every k in one run.")
final class KCliqueOptions implements JobOptions {
  private enum Method {
    auto,
    orientation,
    pivoting
  }

  @Spec(Spec.Target.MIXEE)
  private picocli.CommandLine.Model.CommandSpec command;

  @Option(
      names = "--k",
      required = true,
      paramLabel = "K",
      description = "Clique size: a number, a range such as 3..10, or all.")
  private String sizes;

  @Option(names = "--per-vertex", description = "Also the cliques through each vertex (one k).")
  private boolean perVertex;

  @Option(
      names = "--method",
      defaultValue = "auto",
      paramLabel = "METHOD",
      description = "How subtrees are counted: ${COMPLETION-CANDIDATES}.")
  private Method method;

  @Option(
      names = "--ordering",
      defaultValue = "auto",
      paramLabel = "ORDER",
      description = "Order of the orientation: ${COMPLETION-CANDIDATES}.")
  private OrderingOption ordering;

  @Override
  public void apply(JobRequest.Builder request) {
    KCliqueCount.Builder count =
        KCliqueCount.newBuilder().setPerVertex(perVertex).setOrdering(ordering.ordering());
    count.setMethod(
        switch (method) {
          case auto -> KCliqueMethod.K_CLIQUE_METHOD_CHOSEN;
          case orientation -> KCliqueMethod.K_CLIQUE_METHOD_ORIENTATION;
          case pivoting -> KCliqueMethod.K_CLIQUE_METHOD_PIVOTING;
        });
    if (sizes.equals("all")) {
      count.setAllK(true);
    } else {
      int dots = sizes.indexOf("..");
      count.setSmallestK(number(dots < 0 ? sizes : sizes.substring(0, dots)));
      count.setLargestK(dots < 0 ? count.getSmallestK() : number(sizes.substring(dots + 2)));
    }
    request.setKCliqueCount(count);
  }

  private int number(String text) {
    try {
      int value = Integer.parseInt(text.strip());
      if (value >= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message, which fits both mistakes.
    }
    throw new ParameterException(
        command.commandLine(),
        "--k takes a number from 1, a range such as 3..10, or all; not '" + sizes + "'");
  }
}
