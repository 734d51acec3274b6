package io.cliquestream.loadgen.load;

import io.cliquestream.contract.JobKind;
import io.cliquestream.v1.CliqueEstimate;
import io.cliquestream.v1.CliqueListing;
import io.cliquestream.v1.CoreDecomposition;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
import io.cliquestream.v1.TriangleCount;

/**
 * What a job asks for, as one word: {@code triangles}, {@code k-cliques:4}, {@code k-cliques:3..6},
 * {@code k-cliques:all}, {@code max-clique}, {@code maximal-cliques}, {@code motifs:4}, {@code
 * match:0-1,1-2,2-0}, {@code list-cliques:3}, {@code clique-estimate:8..12}, {@code core-numbers}.
 *
 * @param text the word
 * @param algorithm a request with nothing but the algorithm set
 */
public record JobShape(String text, JobRequest algorithm) {
  /**
   * Reads a word.
   *
   * @throws IllegalArgumentException when it is not one; the message is for the person who wrote it
   */
  public static JobShape parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String options = colon < 0 ? "" : text.substring(colon + 1);
    JobKind kind =
        JobKind.named(name)
            .orElseThrow(() -> new IllegalArgumentException("no job kind '" + name + "'"));
    var request = JobRequest.newBuilder();
    try {
      switch (kind) {
        case TRIANGLES -> request.setTriangleCount(TriangleCount.getDefaultInstance());
        case K_CLIQUES -> request.setKCliqueCount(kCliques(options));
        case MAX_CLIQUE -> request.setMaximumClique(MaximumClique.getDefaultInstance());
        case MAXIMAL_CLIQUES -> request.setMaximalCliques(MaximalCliques.getDefaultInstance());
        case MOTIFS ->
            request.setMotifCensus(MotifCensus.newBuilder().setSize(Integer.parseInt(options)));
        case MATCH -> request.setPatternMatch(pattern(options));
        case LIST_CLIQUES ->
            request.setCliqueListing(CliqueListing.newBuilder().setK(Integer.parseInt(options)));
        case CLIQUE_ESTIMATE -> {
          KCliqueCount sizes = kCliques(options);
          request.setCliqueEstimate(
              CliqueEstimate.newBuilder()
                  .setSmallestK(sizes.getSmallestK())
                  .setLargestK(sizes.getLargestK()));
        }
        case CORE_NUMBERS -> request.setCoreDecomposition(CoreDecomposition.getDefaultInstance());
      }
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          "job '" + text + "' needs a number after " + name + ":", notANumber);
    }
    return new JobShape(text, request.build());
  }

  private static KCliqueCount kCliques(String options) {
    if (options.equals("all")) {
      return KCliqueCount.newBuilder().setAllK(true).build();
    }
    int dots = options.indexOf("..");
    if (dots < 0) {
      return KCliqueCount.newBuilder().setSmallestK(Integer.parseInt(options)).build();
    }
    return KCliqueCount.newBuilder()
        .setSmallestK(Integer.parseInt(options.substring(0, dots)))
        .setLargestK(Integer.parseInt(options.substring(dots + 2)))
        .build();
  }

  private static PatternMatch pattern(String options) {
    var pattern = PatternMatch.newBuilder();
    for (String edge : options.split(",", -1)) {
      int dash = edge.indexOf('-');
      if (dash < 0) {
        throw new IllegalArgumentException("not a pattern edge: '" + edge + "'");
      }
      pattern.addEdges(
          PatternEdge.newBuilder()
              .setFrom(Integer.parseInt(edge.substring(0, dash)))
              .setTo(Integer.parseInt(edge.substring(dash + 1))));
    }
    return pattern.build();
  }
}
