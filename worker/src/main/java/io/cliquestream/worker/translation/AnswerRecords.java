package io.cliquestream.worker.translation;

import io.cliquestream.contract.Counts;
import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.v1.CliqueEstimateAnswer;
import io.cliquestream.v1.CliquesOfSize;
import io.cliquestream.v1.CoreNumbersAnswer;
import io.cliquestream.v1.EstimatedCliques;
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
import io.cliquestream.v1.VerticesOfCore;
import java.math.BigInteger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Turns answers of the compute library into the contract's records, with original vertex ids. */
public final class AnswerRecords {
  /** Bytes of maximum cliques that go into the result record itself; the rest goes to pages. */
  private static final int CLIQUES_IN_RESULT_BYTES = 256 << 10;

  private AnswerRecords() {}

  /**
   * A sink that puts every listed clique or match into pages.
   *
   * @param rows asked for when there is something to list
   */
  public static WideListingSink listing(Supplier<SimpleGraph> rows, PageWriter pages) {
    return new WideListingSink() {
      @Override
      public void accept(long[] vertices) {
        pages.vertexSet(vertexSet(rows.get(), vertices));
      }

      @Override
      public ListingSink ofInts() {
        return vertices -> pages.vertexSet(vertexSet(rows.get(), vertices));
      }
    };
  }

  /** Puts an answer into a result, and its arrays into pages; closes the last page. */
  public static void write(
      Answer answer, SimpleGraph graph, JobResult.Builder result, PageWriter pages) {
    write(answer, graph.vertexTotal(), graph.edgeCount(), () -> graph, result, pages);
  }

  /** The same where rows may not be built yet; asked for when the answer speaks of vertices. */
  public static void write(
      Answer answer,
      long vertices,
      long edges,
      Supplier<SimpleGraph> rows,
      JobResult.Builder result,
      PageWriter pages) {
    result.setVertices(vertices).setEdges(edges);
    switch (answer) {
      case Answer.Triangles triangles -> triangles(triangles, rows, result, pages);
      case Answer.KCliques cliques -> {
        KCliqueAnswer.Builder builder = result.getKCliquesBuilder();
        bySize(cliques.counts(), builder::addCliques);
        if (cliques.exactTo() != Answer.KCliques.WHOLE) {
          builder.setExactTo(cliques.exactTo());
        }
        cliques.perVertex().ifPresent(counts -> perVertex(counts, rows.get(), pages));
        cliques.perEdge().ifPresent(counts -> perEdge(counts, rows.get(), pages));
      }
      case Answer.Maximum(int number, int bound, var count, var cliques) ->
          cliques(
              cliques.stream().map(clique -> vertexSet(rows.get(), clique)),
              maximum(number, bound, count, result),
              result,
              pages);
      case Answer.WideMaximum(int number, int bound, var count, var cliques) ->
          cliques(
              cliques.stream().map(clique -> vertexSet(rows.get(), clique)),
              maximum(number, bound, count, result),
              result,
              pages);
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
      case Answer.Matches matches -> {
        PatternAnswer.Builder builder = result.getPatternBuilder();
        builder.setMatches(Counts.of(matches.matches()));
        // Only a listing ends before its end.
        if (!matches.complete()) {
          builder.setListed(matches.matches().longValueExact()).setComplete(false);
        }
      }
      case Answer.Listed listed ->
          result.setListing(
              ListingAnswer.newBuilder().setListed(listed.listed()).setComplete(listed.complete()));
      case Answer.CliqueEstimates estimates -> {
        CliqueEstimateAnswer.Builder builder = result.getCliqueEstimateBuilder();
        builder.setConfidence(estimates.confidence());
        estimates.bySize().forEach((size, found) -> builder.addCliques(estimate(size, found)));
      }
      case Answer.CoreNumbers cores -> {
        CoreNumbersAnswer.Builder builder = result.getCoreNumbersBuilder();
        builder.setDegeneracy(cores.degeneracy());
        cores
            .byCore()
            .forEach(
                (core, count) ->
                    builder.addCores(
                        VerticesOfCore.newBuilder()
                            .setCore(core)
                            .setVertices(count.longValueExact())));
        cores.perVertex().ifPresent(numbers -> perVertex(numbers, rows.get(), pages));
      }
    }
    pages.finish();
    result.setPageCount(pages.pageCount());
  }

  private static EstimatedCliques estimate(int size, Answer.SizeEstimate found) {
    return EstimatedCliques.newBuilder()
        .setSize(size)
        .setEstimate(found.estimate())
        .setLow(found.low())
        .setHigh(found.high())
        .setPaths(found.paths())
        .setSamples(found.samples())
        .setHits(found.hits())
        .setExact(found.exact())
        .build();
  }

  private static void triangles(
      Answer.Triangles answer,
      Supplier<SimpleGraph> rows,
      JobResult.Builder result,
      PageWriter pages) {
    TriangleAnswer.Builder builder = result.getTrianglesBuilder();
    builder.setTriangles(Counts.of(answer.triangles()));
    answer.perVertex().ifPresent(counts -> perVertex(counts, rows.get(), pages));
    answer.perEdge().ifPresent(counts -> perEdge(counts, rows.get(), pages));
    answer
        .clustering()
        .ifPresent(
            clustering -> {
              builder
                  .setWedges(Counts.of(clustering.wedges()))
                  .setTransitivity(clustering.transitivity())
                  .setAverageClustering(clustering.average());
              SimpleGraph graph = rows.get();
              if (pages.before().isPresent()) {
                pages
                    .before()
                    .get()
                    .coefficients(
                        graph.vertexTotal(), graph::originalId, clustering, pages::coefficient);
                return;
              }
              for (long v = 0; v < graph.vertexTotal(); v++) {
                pages.coefficient(graph.originalId(v), clustering.local().get(v));
              }
            });
  }

  private static MaximumCliqueAnswer.Builder maximum(
      int cliqueNumber, int upperBound, Optional<BigInteger> count, JobResult.Builder result) {
    MaximumCliqueAnswer.Builder answer = result.getMaximumCliqueBuilder();
    answer.setCliqueNumber(cliqueNumber).setUpperBound(upperBound);
    count.ifPresent(number -> answer.setMaximumCliqueCount(Counts.of(number)));
    return answer;
  }

  /** The first cliques go into the answer itself, the rest into pages. */
  private static void cliques(
      Stream<VertexSet> cliques,
      MaximumCliqueAnswer.Builder answer,
      JobResult.Builder result,
      PageWriter pages) {
    long[] bytes = {0};
    Optional<NamedVerticesBuilder> named = pages.names().map(NamedVerticesBuilder::new);
    cliques.forEachOrdered(
        set -> {
          bytes[0] += set.getSerializedSize() + named.map(names -> names.bytesOf(set)).orElse(0);
          if (bytes[0] <= CLIQUES_IN_RESULT_BYTES) {
            answer.addCliques(set);
            named.ifPresent(names -> names.add(set));
          } else {
            pages.vertexSet(set);
          }
        });
    named.ifPresent(names -> result.setNames(names.build()));
  }

  private static void bySize(
      SortedMap<Integer, BigInteger> counts, java.util.function.Consumer<CliquesOfSize> out) {
    counts.forEach(
        (size, count) ->
            out.accept(
                CliquesOfSize.newBuilder().setSize(size).setCount(Counts.of(count)).build()));
  }

  private static void perVertex(CountArray counts, SimpleGraph graph, PageWriter pages) {
    if (pages.before().isPresent()) {
      pages
          .before()
          .get()
          .counts(graph.vertexTotal(), graph::originalId, counts, pages::vertexCount);
      return;
    }
    for (long v = 0; v < graph.vertexTotal(); v++) {
      pages.vertexCount(graph.originalId(v), counts.get(v));
    }
  }

  private static void perEdge(CountArray counts, SimpleGraph graph, PageWriter pages) {
    long[] edge = {0};
    graph.forEachEdge((from, to) -> pages.edgeCount(from, to, counts.get(edge[0]++)));
  }

  private static VertexSet vertexSet(SimpleGraph graph, int[] vertices) {
    VertexSet.Builder set = VertexSet.newBuilder();
    for (int vertex : vertices) {
      set.addVertices(graph.originalId(vertex));
    }
    return set.build();
  }

  private static VertexSet vertexSet(SimpleGraph graph, long[] vertices) {
    VertexSet.Builder set = VertexSet.newBuilder();
    for (long vertex : vertices) {
      set.addVertices(graph.originalId(vertex));
    }
    return set.build();
  }
}
