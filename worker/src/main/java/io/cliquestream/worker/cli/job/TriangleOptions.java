package io.cliquestream.worker.cli.job;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.TriangleCount;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Options of triangle counting. */
@Command(description = "Counts triangles, in total and on request per vertex and per edge.")
final class TriangleOptions implements JobOptions {
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

  @Override
  public void apply(JobRequest.Builder request) {
    request.setTriangleCount(
        TriangleCount.newBuilder()
            .setPerVertex(perVertex)
            .setPerEdge(perEdge)
            .setClustering(clustering)
            .setOrdering(ordering.ordering()));
  }
}
