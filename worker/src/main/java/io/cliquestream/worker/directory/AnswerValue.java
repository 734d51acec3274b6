package io.cliquestream.worker.directory;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.JobResult;

/** The one number of an answer, where it has one: what a list shows and a line is drawn from. */
final class AnswerValue {
  private AnswerValue() {}

  /** In decimal; empty for none. */
  static String of(JobResult result) {
    return switch (result.getAnswerCase()) {
      case TRIANGLES -> Counts.toDecimal(result.getTriangles().getTriangles());
      case K_CLIQUES ->
          result.getKCliques().getCliquesCount() == 1
              ? Counts.toDecimal(result.getKCliques().getCliques(0).getCount())
              : "";
      case MAXIMUM_CLIQUE -> Integer.toUnsignedString(result.getMaximumClique().getCliqueNumber());
      case MAXIMAL_CLIQUES -> Counts.toDecimal(result.getMaximalCliques().getCount());
      case PATTERN -> Counts.toDecimal(result.getPattern().getMatches());
      case LISTING -> Long.toUnsignedString(result.getListing().getListed());
      case MOTIFS, CLIQUE_ESTIMATE, ANSWER_NOT_SET -> "";
    };
  }
}
