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

  /** Connected graphs without names of their vertices, A001349 of the encyclopedia of sequences. */
  @Test
  void thereAreAsManyClassesOfSevenVerticesAsConnectedGraphs() {
    List<MotifClass> classes = MotifClass.ofSize(7);
    assertThat(classes).hasSize(853);
    assertThat(classes.stream().map(MotifClass::name)).doesNotHaveDuplicates();
    assertThat(classes.stream().map(motif -> motif.pattern().edgeCount())).isSorted();
    assertThat(classes)
        .allSatisfy(
            motif -> assertThat(CanonicalCode.of(motif.pattern())).hasToString(motif.name()));
    assertThat(classes.getLast()).isEqualTo(new MotifClass("7:1fffff", Pattern.complete(7)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void otherSizesAreRefused(int size) {
    assertThatThrownBy(() -> MotifClass.ofSize(size)).isInstanceOf(ComputeException.class);
  }
}
