package io.cliquestream.kernels.cuda.change;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which way to a total is taken, and when the total before a batch is known. */
final class CountWaysTest {
  private static final double WHOLE_NANOS = 3_000_000;

  private final CountWays ways = new CountWays(2);

  @Test
  void aTotalIsKnownFromTheFirstWholeCountOnAsLongAsNoBatchIsLeftOut() {
    ways.followed(5, 1);
    assertThat(ways.after(1)).isEmpty();
    ways.counted(100, 2);
    assertThat(ways.after(2)).hasValue(100);
    assertThat(ways.after(1)).isEmpty();
    ways.followed(-30, 3);
    assertThat(ways.after(3)).hasValue(70);
    ways.followed(-30, 3); // the same batch, counted once more
    assertThat(ways.after(3)).hasValue(70);
    ways.followed(1, 5); // another question's batch lay between
    assertThat(ways.after(5)).isEmpty();
    assertThat(ways.after(3)).hasValue(70);
  }

  @Test
  void aTotalBeyondSixtyThreeBitsIsNotKnownAnyMore() {
    ways.counted(Long.MAX_VALUE - 1, 1);
    ways.followed(2, 2);
    assertThat(ways.after(2)).isEmpty();
    assertThat(ways.after(1)).isEmpty();
  }

  @Test
  void theWholeGraphIsCountedWhereThatTakesLess() {
    assertThat(ways.isWholeSooner(1_000_000, WHOLE_NANOS)).isFalse();
    assertThat(ways.isWholeSooner(2_000_000, WHOLE_NANOS)).isTrue();
  }

  @Test
  void whatWasMeasuredMovesTheCrossover() {
    for (int i = 0; i < 20; i++) {
      ways.tookChanges(1_000_000, 8_000_000);
    }
    assertThat(ways.isWholeSooner(500_000, WHOLE_NANOS)).isTrue();
    for (int i = 0; i < 20; i++) {
      ways.tookWhole(WHOLE_NANOS, 40_000_000);
    }
    assertThat(ways.isWholeSooner(2_000_000, WHOLE_NANOS)).isFalse();
  }

  @Test
  void launchesThatTookLongerThanTheirLookUpsTeachNothing() {
    for (int i = 0; i < 20; i++) {
      ways.tookChanges(1_000, 100_000);
    }
    assertThat(ways.isWholeSooner(1_000_000, WHOLE_NANOS)).isFalse();
  }

  @Test
  void theFirstWholeCountTeachesNothingAsItWaitsForItsKernels() {
    ways.tookWhole(WHOLE_NANOS, 1_000_000_000);
    assertThat(ways.isWholeSooner(2_000_000, WHOLE_NANOS)).isTrue();
  }

  @Test
  void oneSlowMeasurementIsForgotten() {
    ways.tookWhole(WHOLE_NANOS, (long) WHOLE_NANOS);
    ways.tookWhole(WHOLE_NANOS, 1_000_000_000);
    assertThat(ways.isWholeSooner(10_000_000, WHOLE_NANOS)).isFalse();
    for (int i = 0; i < 300; i++) {
      ways.tookChanges(1_000, 1_000);
    }
    assertThat(ways.isWholeSooner(10_000_000, WHOLE_NANOS)).isTrue();
    ways.tookChanges(1_000_000, 1_000_000_000);
    assertThat(ways.isWholeSooner(100_000, WHOLE_NANOS)).isTrue();
    for (int i = 0; i < 300; i++) {
      ways.tookWhole(WHOLE_NANOS, (long) WHOLE_NANOS);
    }
    assertThat(ways.isWholeSooner(100_000, WHOLE_NANOS)).isFalse();
  }
}
