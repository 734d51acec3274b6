package io.cliquestream.loadgen.load;

import static java.util.stream.Collectors.joining;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.CliquesOfSize;
import io.cliquestream.v1.JobResult;
import java.util.List;

/**
 * The one value of an answer that expectations name: a count in decimal; {@code 3=45,4=12} for
 * several sizes; {@code wedge=7,triangle=1} for motifs, by name; the clique number of a maximum
 * clique; the degeneracy for core numbers; {@code 8~1.5E9} for an estimate.
 */
public final class AnswerText {
  private AnswerText() {}

  /** The value; empty text when the result has no answer. */
  public static String of(JobResult result) {
    return switch (result.getAnswerCase()) {
      case TRIANGLES -> Counts.toDecimal(result.getTriangles().getTriangles());
      case K_CLIQUES -> bySize(result.getKCliques().getCliquesList());
      case MAXIMUM_CLIQUE -> Integer.toString(result.getMaximumClique().getCliqueNumber());
      case MAXIMAL_CLIQUES -> Counts.toDecimal(result.getMaximalCliques().getCount());
      case MOTIFS ->
          result.getMotifs().getMotifsList().stream()
              .map(motif -> motif.getName() + "=" + Counts.toDecimal(motif.getCount()))
              .sorted()
              .collect(joining(","));
      case PATTERN -> Counts.toDecimal(result.getPattern().getMatches());
      case LISTING -> Long.toUnsignedString(result.getListing().getListed());
      case CLIQUE_ESTIMATE ->
          result.getCliqueEstimate().getCliquesList().stream()
              .map(size -> size.getSize() + "~" + size.getEstimate())
              .collect(joining(","));
      case CORE_NUMBERS -> Integer.toUnsignedString(result.getCoreNumbers().getDegeneracy());
      case ANSWER_NOT_SET -> "";
    };
  }

  private static String bySize(List<CliquesOfSize> sizes) {
    if (sizes.size() == 1) {
      return Counts.toDecimal(sizes.getFirst().getCount());
    }
    return sizes.stream()
        .map(size -> size.getSize() + "=" + Counts.toDecimal(size.getCount()))
        .collect(joining(","));
  }
}
