package io.cliquestream.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Answers of several GPUs are compared by their texts. */
final class ComparedAnswerTest {
  private static Optional<CountArray> counts(long... counts) {
    CountArray array = new CountArray(counts.length);
    array.setAll(0, counts, counts.length);
    return Optional.of(array);
  }

  private static String cliques(Optional<CountArray> byVertex, Optional<CountArray> byEdge) {
    return ComparedAnswer.of(
        new Answer.KCliques(new TreeMap<>(Map.of(3, BigInteger.TWO)), byVertex, byEdge));
  }

  @Test
  void arraysOfEqualCountsWereTakenForDifferentAnswers() {
    String answer = cliques(counts(2, 1, 2, 1), counts(1, 1, 1, 1, 2));
    assertThat(cliques(counts(2, 1, 2, 1), counts(1, 1, 1, 1, 2))).isEqualTo(answer);
    assertThat(cliques(counts(1, 2, 2, 1), counts(1, 1, 1, 1, 2))).isNotEqualTo(answer);
    assertThat(cliques(counts(2, 1, 2, 1), counts(1, 1, 1, 2, 1))).isNotEqualTo(answer);
    assertThat(cliques(counts(2, 1, 2, 1), Optional.empty())).isNotEqualTo(answer);
    assertThat(cliques(Optional.empty(), Optional.empty())).isEqualTo("{3=2}");
    var byVertex =
        new Answer.Triangles(
            BigInteger.TWO, counts(2, 1, 2, 1), Optional.empty(), Optional.empty());
    assertThat(ComparedAnswer.of(byVertex)).startsWith("2, by vertex ");
  }

  @Test
  void oneMaximumCliqueIsAsGoodAsAnother() {
    assertThat(
            ComparedAnswer.of(
                new Answer.Maximum(3, 3, Optional.empty(), List.of(new int[] {0, 1, 2}))))
        .isEqualTo(
            ComparedAnswer.of(
                new Answer.Maximum(3, 3, Optional.empty(), List.of(new int[] {1, 2, 3}))));
    assertThat(
            ComparedAnswer.of(
                new Answer.Maximum(
                    3, 3, Optional.of(BigInteger.TWO), List.of(new int[] {0, 1, 2}))))
        .isEqualTo("2 cliques of 3, first [[0, 1, 2]]");
  }
}
