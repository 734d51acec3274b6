package io.cliquestream.kernels.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MotifClassTest {
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6})
  void everyConnectedGraphIsInExactlyOneClass(int size) {
    List<String> names = MotifClass.ofSize(size).stream().map(MotifClass::name).toList();
    assertThat(names).doesNotHaveDuplicates();
    assertThat(
            ConnectedPatterns.ofSize(size).stream()
                .map(pattern -> MotifClass.name(CanonicalCode.of(pattern))))
        .containsExactlyInAnyOrderElementsOf(names);
    assertThat(MotifClass.ofSize(size).stream().map(motif -> motif.pattern().edgeCount()))
        .isSorted();
  }

  @Test
  void classesOfSixVerticesAreNamedByCode() {
    assertThat(MotifClass.name(CanonicalCode.of(Pattern.complete(6)))).isEqualTo("6:7fff");
    assertThat(MotifClass.ofSize(6).getLast()).isEqualTo(new MotifClass("6:7fff", K6));
    assertThat(MotifClass.name(CanonicalCode.of(Pattern.complete(5)))).isEqualTo("5-clique");
  }

  private static final Pattern K6 = Pattern.complete(6);

  @ParameterizedTest
  @ValueSource(ints = {2, 7})
  void otherSizesAreRefused(int size) {
    assertThatThrownBy(() -> MotifClass.ofSize(size)).isInstanceOf(ComputeException.class);
  }
}
