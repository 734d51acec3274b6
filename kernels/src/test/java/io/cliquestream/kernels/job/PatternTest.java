package io.cliquestream.kernels.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PatternTest {
  @Test
  void readsEdgesInAnyOrderAndDirection() {
    Pattern square = Pattern.parse(" 3-0, 0-1,2-1,2-3 ");

    assertThat(square.vertexCount()).isEqualTo(4);
    assertThat(square.edgeCount()).isEqualTo(4);
    assertThat(square.hasEdge(1, 2)).isTrue();
    assertThat(square.hasEdge(0, 2)).isFalse();
    assertThat(square).isEqualTo(Pattern.of(0, 1, 1, 2, 2, 3, 3, 0)).hasToString("0-1,0-3,1-2,2-3");
    assertThat(Pattern.parse(square.toString())).isEqualTo(square);
  }

  @Test
  void countsARepeatedEdgeOnce() {
    assertThat(Pattern.parse("0-1,1-0,0-1").edgeCount()).isEqualTo(1);
  }

  @Test
  void labelsAreReadWrittenAndCompared() {
    Pattern labelled = Pattern.parse("0-1,1-2; 4,*, 0");

    assertThat(labelled).hasToString("0-1,1-2;4,*,0").isEqualTo(Pattern.parse("1-2,0-1;4,*,0"));
    assertThat(labelled.label(0)).isEqualTo(4);
    assertThat(labelled.label(1)).isEqualTo(Pattern.ANY_LABEL);
    assertThat(labelled).isNotEqualTo(Pattern.parse("0-1,1-2")).matches(Pattern::isLabelled);
    assertThat(Pattern.parse("0-1,1-2;*,*,*")).isEqualTo(Pattern.parse("0-1,1-2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "0-",
        "0-1-2",
        "0-0",
        "a-b",
        "0-8",
        "0--1",
        "0-1,2-3",
        "0-1,1-3",
        "1-2",
        "0-1,",
        "0-1;",
        "0-1;1",
        "0-1;1,2,3",
        "0-1;1,-1",
        "0-1;1,x",
        "0-1;1,2;3",
        "0-1;99999999999,1"
      })
  void refusesWhatIsNotAConnectedSimpleGraphNumberedFromZero(String text) {
    assertThatThrownBy(() -> Pattern.parse(text))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.PATTERN_INVALID));
  }
}
