package io.cliquestream.worker.publish;

import io.cliquestream.contract.Counts;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.VertexIds;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.CountArray;
import io.cliquestream.kernels.job.ListingSink;
import io.cliquestream.v1.CliquesOfSize;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.KCliqueAnswer;
import io.cliquestream.v1.ListingAnswer;
import io.cliquestream.v1.MaximalCliquesAnswer;
import io.cliquestream.v1.MaximumCliqueAnswer;
import io.cliquestream.v1.MotifAnswer;
import io.cliquestream.v1.MotifCount;
import io.cliquestream.v1.PatternAnswer;
import io.cliquestream.v1.TriangleAnswer;
import io.cliquestream.v1.VertexSet;
import java.math.BigInteger;
import java.util.SortedMap;

/** Turns answers of the compute library into the contract's records, with original vertex ids. */
public final class AnswerRecords {
  /** Bytes of maximum cliques that go into the result record itself; the rest goes to pages. */
  private static final int CLIQUES_IN_RESULT_BYTES = 256 << 10;

  private AnswerRecords() {}

  /** A sink that puts every listed clique or match into pages. */
  public static ListingSink listing(Graph graph, PageWriter pages) {
    return vertices -> pages.vertexSet(vertexSet(graph.ids(), vertices));
  }

  /** Puts an answer into a result, and its arrays into pages; closes the last page. */
  public static void write(Answer answer, Graph graph, JobResult.Builder result, PageWriter pages) {
    result.setVertices(graph.vertexCount()).setEdges(graph.edgeCount());
    switch (answer) {
      case Answer.Triangles triangles -> triangles(triangles, graph, result, pages);
      case Answer.KCliques cliques -> {
        KCliqueAnswer.Builder builder = result.getKCliquesBuilder();
        bySize(cliques.counts(), builder::addCliques);
        cliques.perVertex().ifPresent(counts -> perVertex(counts, graph.ids(), pages));
      }
      case Answer.Maximum maximum -> maximum(maximum, graph.ids(), result, pages);
      case Answer.Maximal maximal -> {
        MaximalCliquesAnswer.Builder builder = result.getMaximalCliquesBuilder();
        builder.setCount(Counts.of(maximal.count()));
        bySize(maximal.bySize(), builder::addBySize);
      }
      case Answer.Motifs motifs -> {
        MotifAnswer.Builder builder = result.getMotifsBuilder();
        motifs
            .counts()
            .forEach(
                (name, count) ->
                    builder.addMotifs(
                        MotifCount.newBuilder().setName(name).setCount(Counts.of(count))));
      }
      case Answer.Matches matches ->
          result.setPattern(PatternAnswer.newBuilder().setMatches(Counts.of(matches.matches())));
      case Answer.Listed listed ->
          result.setListing(
              ListingAnswer.newBuilder().setListed(listed.listed()).setComplete(listed.complete()));
    }
    pages.finish();
    result.setPageCount(pages.pageCount());
  }

  private static void triangles(
      Answer.Triangles answer, Graph graph, JobResult.Builder result, PageWriter pages) {
    TriangleAnswer.Builder builder = result.getTrianglesBuilder();
    builder.setTriangles(Counts.of(answer.triangles()));
    answer.perVertex().ifPresent(counts -> perVertex(counts, graph.ids(), pages));
    answer.perEdge().ifPresent(counts -> perEdge(counts, graph, pages));
    answer
        .clustering()
        .ifPresent(
            clustering -> {
              builder
                  .setWedges(Counts.of(clustering.wedges()))
                  .setTransitivity(clustering.transitivity())
                  .setAverageClustering(clustering.average());
              for (int v = 0; v < graph.vertexCount(); v++) {
                pages.coefficient(graph.ids().original(v), clustering.local()[v]);
              }
            });
  }

  private static void maximum(
      Answer.Maximum answer, VertexIds ids, JobResult.Builder result, PageWriter pages) {
    MaximumCliqueAnswer.Builder builder = result.getMaximumCliqueBuilder();
    builder.setCliqueNumber(answer.cliqueNumber()).setUpperBound(answer.upperBound());
    answer.count().ifPresent(count -> builder.setMaximumCliqueCount(Counts.of(count)));
    long bytes = 0;
    for (int[] clique : answer.cliques()) {
      VertexSet set = vertexSet(ids, clique);
      bytes += set.getSerializedSize();
      if (bytes <= CLIQUES_IN_RESULT_BYTES) {
        builder.addCliques(set);
      } else {
        pages.vertexSet(set);
      }
    }
  }

  private static void bySize(
      SortedMap<Integer, BigInteger> counts, java.util.function.Consumer<CliquesOfSize> out) {
    counts.forEach(
        (size, count) ->
            out.accept(
                CliquesOfSize.newBuilder().setSize(size).setCount(Counts.of(count)).build()));
  }

  private static void perVertex(CountArray counts, VertexIds ids, PageWriter pages) {
    for (int v = 0; v < ids.count(); v++) {
      pages.vertexCount(ids.original(v), counts.get(v));
    }
  }

  private static void perEdge(CountArray counts, Graph graph, PageWriter pages) {
    long edge = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        int other = graph.neighbor(i);
        if (other > v) {
          pages.edgeCount(graph.ids().original(v), graph.ids().original(other), counts.get(edge++));
        }
      }
    }
  }

  private static VertexSet vertexSet(VertexIds ids, int[] vertices) {
    VertexSet.Builder set = VertexSet.newBuilder();
    for (int vertex : vertices) {
      set.addVertices(ids.original(vertex));
    }
    return set.build();
  }
}
