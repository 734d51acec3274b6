package io.cliquestream.kernels.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.PlanChoice.Restriction;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.ReferencePatterns;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlanChoiceTest {
  private static final Pattern SQUARE = Pattern.parse("0-1,1-2,2-3,3-0");

  private static PatternMatch square(boolean list, String order, String restrictions) {
    PlanChoice choice =
        new PlanChoice(
            order.isEmpty() ? List.of() : PlanChoice.parseOrder(order),
            switch (restrictions) {
              case "" -> Optional.empty();
              case "none" -> Optional.of(List.of());
              default -> Optional.of(PlanChoice.parseRestrictions(restrictions));
            });
    return new PatternMatch(SQUARE, Induced.EDGE, list, 10, choice);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          '0,1,2',      '',                    leaves vertices
          '0,1,2,2',    '',                    each once
          '0,1,2,4',    '',                    each once
          '0,1,2,-1',   '',                    each once
          '0,2,1,3',    '',                    not connected
          '0;1',        '',                    is not a vertex number
          '0,1,2,3,0',  '',                    each once
          '',           '0<1',                 is not a restriction
          '',           '0>1>2',               is not a restriction
          '',           '0>4',                 a vertex that the pattern has not
          '',           '0>1',                 repeat
          '',           '0>0',                 lose
          '',           '0>1,1>2,2>3',         lose
          '',           '0>1,0>2,0>3',         repeat
          '',           '0>1,0>2,0>3,1>2',     lose
          '1,0,2,3',    '0>1,0>2,0>3,1>3',     binds vertex 1 before 0
          """)
  void aWrongChoiceIsRefusedWhenTheJobIsMade(String order, String restrictions, String because) {
    assertThatThrownBy(() -> square(false, order, restrictions))
        .isInstanceOfSatisfying(
            ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.OPTION_INVALID))
        .hasMessageContaining(because);
  }

  @Test
  void aListingWithoutRestrictionsIsRefusedUnlessThePatternHasNoSymmetry() {
    assertThat(square(false, "0,1,2,3", "none").plan().isCompiled()).isFalse();
    assertThatThrownBy(() -> square(true, "0,1,2,3", "none"))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining("repeat");
    Pattern asymmetric = Pattern.parse("0-1,1-2,2-0,0-3,1-4,4-5");
    PlanChoice none = new PlanChoice(List.of(), Optional.of(List.of()));
    assertThat(new PatternMatch(asymmetric, Induced.EDGE, true, 1, none).plan()).isEqualTo(none);
  }

  @Test
  void restrictionsThatKeepEveryMatchOnceAreTaken() {
    assertThat(square(true, "", "0>1,0>2,0>3,1>3").plan().restrictions().orElseThrow())
        .contains(new Restriction(1, 3));
    assertThat(square(true, "0,3,1,2", "0>1,0>2,0>3,3>1").plan().order())
        .containsExactly(0, 3, 1, 2);
  }

  @Test
  void withoutRestrictionsEveryMatchIsFoundOnceForEachAutomorphism() {
    for (int size = 2; size <= 6; size++) {
      for (Pattern pattern : ConnectedPatterns.ofSize(size)) {
        assertThat((long) PlanChoice.found(pattern, List.of()).orElseThrow())
            .as(pattern.toString())
            .isEqualTo(ReferencePatterns.automorphisms(pattern));
      }
    }
  }

  @Test
  void restrictionsOfTheLargestCliqueAreJudgedToo() {
    Pattern clique = Pattern.complete(8);
    List<Restriction> chain = PlanChoice.parseRestrictions("0>1,1>2,2>3,3>4,4>5,5>6,6>7");
    assertThat(PlanChoice.found(clique, chain)).hasValue(1);
    assertThat(PlanChoice.found(clique, chain.subList(0, 6))).hasValue(8);
    assertThat(PlanChoice.found(clique, List.of())).hasValue(40_320);
  }

  @Test
  void aHundredThousandRestrictionsOnceHeldUpWhoeverReadTheJob() {
    List<Restriction> same = Collections.nCopies(100_000, new Restriction(0, 1));
    PlanChoice choice = new PlanChoice(List.of(), Optional.of(same));
    assertThat(choice.restrictions()).hasValue(List.of(new Restriction(0, 1)));
    assertThatThrownBy(() -> new PatternMatch(Pattern.complete(8), Induced.EDGE, false, 1, choice))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining("the restrictions 0>1 repeat matches");
  }
}
