package io.cliquestream.kernels.change.standing;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers as texts that are equal when everything in the answers is. */
final class Answers {
  private Answers() {}

  static String text(Answer answer) {
    return switch (answer) {
      case Answer.Triangles triangles ->
          "%s vertices %s edges %s clustering %s"
              .formatted(
                  triangles.triangles(),
                  counts(triangles.perVertex()),
                  counts(triangles.perEdge()),
                  triangles
                      .clustering()
                      .map(
                          found ->
                              "%s %s %s %s"
                                  .formatted(
                                      found.wedges(),
                                      found.transitivity(),
                                      found.average(),
                                      coefficients(found)))
                      .orElse("none"));
      case Answer.KCliques cliques ->
          "%s vertices %s edges %s"
              .formatted(cliques.counts(), counts(cliques.perVertex()), counts(cliques.perEdge()));
      case Answer.Maximum maximum ->
          "%d %d %s %s"
              .formatted(
                  maximum.cliqueNumber(),
                  maximum.upperBound(),
                  maximum.count(),
                  maximum.cliques().stream().map(java.util.Arrays::toString).toList());
      case Answer.CoreNumbers cores ->
          "%s vertices %s".formatted(cores.byCore(), counts(cores.perVertex()));
      default -> answer.toString();
    };
  }

  private static List<Double> coefficients(Answer.Clustering clustering) {
    List<Double> list = new ArrayList<>();
    for (long v = 0; v < clustering.local().size(); v++) {
      list.add(clustering.local().get(v));
    }
    return list;
  }

  private static String counts(Optional<CountArray> counts) {
    if (counts.isEmpty()) {
      return "none";
    }
    StringBuilder text = new StringBuilder();
    for (long i = 0; i < counts.get().size(); i++) {
      text.append(counts.get().get(i)).append(' ');
    }
    return text.toString();
  }
}
