package io.cliquestream.cli.demo;

import io.cliquestream.contract.JobKind;
import io.cliquestream.v1.CliqueListing;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.VersionSelector;
import java.util.LinkedHashMap;
import java.util.Map;

/** One job of every kind that counts or lists. */
final class DemoJobs {
  private DemoJobs() {}

  /** Requests on a version of a graph, by kind, in the order of the kinds. */
  static Map<JobKind, JobRequest> on(String graphId, long version) {
    Map<JobKind, JobRequest> requests = new LinkedHashMap<>();
    for (JobKind kind : JobKind.values()) {
      JobRequest.Builder request =
          JobRequest.newBuilder()
              .setJobId("demo-" + kind.text())
              .setGraphId(graphId)
              .setVersion(VersionSelector.newBuilder().setAtLeast(version));
      switch (kind) {
        case TRIANGLES -> request.setTriangleCount(TriangleCount.newBuilder().setClustering(true));
        case K_CLIQUES ->
            request.setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(3).setLargestK(6));
        case MAX_CLIQUE -> request.setMaximumClique(MaximumClique.newBuilder().setAll(true));
        case MAXIMAL_CLIQUES -> request.setMaximalCliques(MaximalCliques.getDefaultInstance());
        case MOTIFS -> request.setMotifCensus(MotifCensus.newBuilder().setSize(4));
        case MATCH -> request.setPatternMatch(diamond());
        case LIST_CLIQUES ->
            request.setCliqueListing(CliqueListing.newBuilder().setK(4).setLimit(100));
        case CLIQUE_ESTIMATE, CORE_NUMBERS -> {
          // Not for graphs of more vertices than 32 bits number.
          continue;
        }
      }
      requests.put(kind, request.build());
    }
    return requests;
  }

  private static PatternMatch diamond() {
    PatternMatch.Builder match = PatternMatch.newBuilder();
    int[][] edges = {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}};
    for (int[] edge : edges) {
      match.addEdges(PatternEdge.newBuilder().setFrom(edge[0]).setTo(edge[1]));
    }
    return match.build();
  }
}
