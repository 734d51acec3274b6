package io.cliquestream.cli.job;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.TriangleMethod;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of triangle counting. */
@Command(description = "Counts triangles, in total and on request per vertex and per edge.")
final class TriangleOptions implements JobOptions {
  private enum Method {
    auto(TriangleMethod.TRIANGLE_METHOD_CHOSEN),
    wedges(TriangleMethod.TRIANGLE_METHOD_WEDGES),
    merge(TriangleMethod.TRIANGLE_METHOD_MERGE),
    hash(TriangleMethod.TRIANGLE_METHOD_HASH),
    hash_in_degree(TriangleMethod.TRIANGLE_METHOD_HASH_IN_DEGREE),
    hash_collective(TriangleMethod.TRIANGLE_METHOD_HASH_COLLECTIVE);

    private final TriangleMethod method;

    Method(TriangleMethod method) {
      this.method = method;
    }

    @Override
    public String toString() {
      return name().replace('_', '-');
    }
  }

  @Option(names = "--per-vertex", description = "Also the triangles through each vertex.")
  private boolean perVertex;

  @Option(names = "--per-edge", description = "Also the triangles through each edge.")
  private boolean perEdge;

  @Option(
      names = "--clustering",
      description = "Also local clustering coefficients, their average, and the transitivity.")
  private boolean clustering;

  @Option(
      names = "--ordering",
      defaultValue = "auto",
      paramLabel = "ORDER",
      description = "Order of the orientation: ${COMPLETION-CANDIDATES}.")
  private OrderingOption ordering;

  @Option(
      names = "--method",
      defaultValue = "auto",
      paramLabel = "METHOD",
      description = "How to count the total: ${COMPLETION-CANDIDATES}.")
  private Method method;

  @Option(
      names = "--tune",
      paramLabel = "CHOICE=N",
      description =
          "Force a choice of the kernel's plan, such as core=0 or slices=8; several may be given.")
  private Map<String, Integer> tuning = Map.of();

  @Override
  public void apply(JobRequest.Builder request) {
    request.setTriangleCount(
        TriangleCount.newBuilder()
            .setPerVertex(perVertex)
            .setPerEdge(perEdge)
            .setClustering(clustering)
            .setOrdering(ordering.ordering())
            .setMethod(method.method)
            .putAllTuning(tuning));
  }
}
