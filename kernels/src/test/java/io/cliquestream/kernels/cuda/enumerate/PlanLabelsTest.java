package io.cliquestream.kernels.cuda.enumerate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Pattern;
import org.junit.jupiter.api.Test;

final class PlanLabelsTest {
  @Test
  void everyLabelOfAPatternHasABitAndOthersHaveNone() {
    PlanLabels labels = PlanLabels.of(Pattern.parse("0-1,1-2,2-3;70,*,5,70"));
    assertThat(labels.distinct()).containsExactly(70, 5);
    assertThat(labels.code(70)).isEqualTo(1);
    assertThat(labels.code(5)).isEqualTo(2);
    assertThat(labels.code(Pattern.ANY_LABEL)).isZero();
    assertThat(labels.bits(VertexLabels.of(5, 6, 70, 0), 4)).containsExactly(2, 0, 1, 0);
  }

  @Test
  void eightLabelsFitAByte() {
    PlanLabels labels = PlanLabels.of(Pattern.parse("0-1,1-2,2-3,3-4,4-5,5-6,6-7;7,6,5,4,3,2,1,0"));
    assertThat(labels.bits(VertexLabels.of(0, 7), 2)).containsExactly(0x80, 1);
  }

  @Test
  void aGraphWithALabelMissingIsRefused() {
    PlanLabels labels = PlanLabels.of(Pattern.parse("0-1;1,2"));
    assertThatThrownBy(() -> labels.bits(VertexLabels.of(1, 2), 3))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.OPTION_INVALID));
  }
}
