package io.cliquestream.cli.bench;

import io.cliquestream.kernels.answer.Answer;

/** What all ways to answer a question must agree on, as text. */
final class ComparedAnswer {
  private ComparedAnswer() {}

  static String of(Answer answer) {
    return switch (answer) {
      case Answer.Triangles triangles -> triangles.triangles().toString();
      case Answer.KCliques cliques -> cliques.counts().toString();
      case Answer.Maximum maximum -> Integer.toString(maximum.cliqueNumber());
      case Answer.Motifs motifs -> motifs.counts().toString();
      default -> answer.toString();
    };
  }
}
