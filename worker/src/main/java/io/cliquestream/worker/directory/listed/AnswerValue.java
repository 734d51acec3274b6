package io.cliquestream.worker.directory.listed;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.JobResult;
import java.util.Set;

/** The one number of an answer, where it has one: what a list shows and a line is drawn from. */
final class AnswerValue {
  /** Figures that are the one number of their answer, as differences name them. */
  private static final Set<String> ALONE =
      Set.of("triangles", "clique number", "maximal cliques", "matches", "listed", "degeneracy");

  private AnswerValue() {}

  /** In decimal; empty for none, and for a difference that does not tell of it. */
  static String of(JobResult result) {
    if (result.hasDifference()) {
      ListedDifference difference = ListedDifference.of(result.getDifference());
      return ALONE.contains(difference.figure()) ? difference.after().toString() : "";
    }
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
      case CORE_NUMBERS -> Integer.toUnsignedString(result.getCoreNumbers().getDegeneracy());
      case MOTIFS, CLIQUE_ESTIMATE, ANSWER_NOT_SET -> "";
    };
  }

  /**
   * That of a difference which does not tell of it, from the run before; empty where that does not
   * say it either.
   */
  static String following(ListedDifference difference, ListedRun before) {
    boolean isBase =
        before.status() == ListedState.SUCCEEDED
            && before.version() == difference.baseVersion()
            && !before.value().isEmpty();
    if (!isBase) {
      return "";
    }
    // Cliques of the only k have the k in their figure's name.
    return difference.figure().endsWith("-cliques")
        ? before.value().equals(difference.before().toString()) ? difference.after().toString() : ""
        : before.value();
  }
}
