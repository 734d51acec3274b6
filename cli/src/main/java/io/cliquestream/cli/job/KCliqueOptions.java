package io.cliquestream.cli.job;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.KCliqueMethod;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of k-clique counting. */
@Command(description = "Counts k-cliques for one k, a range of k, or every k in one run.")
final class KCliqueOptions implements JobOptions {
  private enum Method {
    auto,
    orientation,
    pivoting
  }

  @Option(
      names = "--k",
      required = true,
      converter = CliqueSizes.Converter.class,
      paramLabel = "K",
      description = "Clique size: a number, a range such as 3..10, or all.")
  private CliqueSizes sizes;

  @Option(names = "--per-vertex", description = "Also the cliques through each vertex (one k).")
  private boolean perVertex;

  @Option(names = "--per-edge", description = "Also the cliques through each edge (one k).")
  private boolean perEdge;

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

  @Option(
      names = "--tune",
      paramLabel = "CHOICE=N",
      description =
          "Force a choice of the kernel's plan, such as edges=1, group=8 or slices=8; several may be"
              + " given.")
  private Map<String, Integer> tuning = Map.of();

  @Override
  public void apply(JobRequest.Builder request) {
    KCliqueCount.Builder count =
        KCliqueCount.newBuilder()
            .setPerVertex(perVertex)
            .setPerEdge(perEdge)
            .setOrdering(ordering.ordering());
    count.setMethod(
        switch (method) {
          case auto -> KCliqueMethod.K_CLIQUE_METHOD_CHOSEN;
          case orientation -> KCliqueMethod.K_CLIQUE_METHOD_ORIENTATION;
          case pivoting -> KCliqueMethod.K_CLIQUE_METHOD_PIVOTING;
        });
    count.setAllK(sizes.all()).setSmallestK(sizes.smallest()).setLargestK(sizes.largest());
    request.setKCliqueCount(count.putAllTuning(tuning));
  }
}
