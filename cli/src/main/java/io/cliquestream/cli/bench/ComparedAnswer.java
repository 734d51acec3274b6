package io.cliquestream.cli.bench;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import java.util.Arrays;
import java.util.Optional;

/** What all ways to answer a question must agree on, as text. */
final class ComparedAnswer {
  /** Odd, so that no place of a digest is lost; Knuth's for 64 bits. */
  private static final long DIGEST_FACTOR = 6_364_136_223_846_793_005L;

  private ComparedAnswer() {}

  /** Which of several maximum cliques is found is another in each run; their size is not. */
  static String of(Answer answer) {
    return switch (answer) {
      case Answer.Maximum maximum when maximum.count().isEmpty() ->
          "clique number " + maximum.cliqueNumber();
      case Answer.Maximum maximum ->
          maximum.count().get()
              + " cliques of "
              + maximum.cliqueNumber()
              + ", first "
              + maximum.cliques().stream().map(Arrays::toString).limit(1).toList();
      case Answer.Triangles triangles ->
          withCounts(triangles.triangles(), triangles.perVertex(), triangles.perEdge())
              + triangles.clustering().map(clustering -> ", " + clustering).orElse("");
      case Answer.KCliques cliques ->
          withCounts(cliques.counts(), cliques.perVertex(), cliques.perEdge());
      case Answer.CoreNumbers cores ->
          withCounts(cores.byCore(), cores.perVertex(), Optional.empty());
      case Answer.Motifs motifs -> motifs.counts().toString();
      default -> answer.toString();
    };
  }

  private static String withCounts(
      Object total, Optional<CountArray> byVertex, Optional<CountArray> byEdge) {
    return total
        + byVertex.map(counts -> ", by vertex " + digest(counts)).orElse("")
        + byEdge.map(counts -> ", by edge " + digest(counts)).orElse("");
  }

  /** A number that another count in any place changes, nearly always. */
  private static String digest(CountArray counts) {
    long digest = counts.size();
    for (long i = 0; i < counts.size(); i++) {
      digest = DIGEST_FACTOR * digest + counts.get(i).hashCode();
    }
    return Long.toHexString(digest);
  }
}
