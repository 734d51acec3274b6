package io.cliquestream.kernels.cuda.triangle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.cuda.graph.DeviceStatistics;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TrianglePlannerTest {
  private static final TrianglePlanner PLANNER = new TrianglePlanner(132);

  /** R-MAT of scale 20: skewed rows. */
  private static final DeviceStatistics SKEWED =
      new DeviceStatistics(
          646_203,
          15_680_861,
          1_227_000_000L,
          1_970_000_000L,
          4_420_000_000L,
          2_470_000_000L,
          600,
          new long[33]);

  /** Almost a tree: hardly a wedge to probe. */
  private static final DeviceStatistics SPARSE =
      new DeviceStatistics(
          9_000_000, 10_000_000, 2_000_000, 10_500_000, 11_000_000, 14_000_000, 6, new long[33]);

  @Test
  void aSkewedGraphIsCountedByWedgesEvenWhenThePlanIsStillToMake() {
    assertThat(PLANNER.total(SKEWED, TriangleCount.total(), false).method())
        .isEqualTo(TriangleMethod.WEDGES);
  }

  @Test
  void mergeAndHashWhichNeverWinAreLeftToJobsThatNameThem() {
    TrianglePlan planned = PLANNER.total(SPARSE, TriangleCount.total(), true);
    TrianglePlan fresh = PLANNER.total(SPARSE, TriangleCount.total(), false);
    assertThat(planned.method()).isEqualTo(TriangleMethod.WEDGES);
    assertThat(planned.planNanos()).isZero();
    assertThat(fresh.method()).isEqualTo(TriangleMethod.WEDGES);
    assertThat(fresh.planNanos()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(TriangleMethod.class)
  void aForcedMethodIsTheOnePlannedAndItsSlicesAreTheOnesForced(TriangleMethod method) {
    var job = TriangleCount.by(method, TriangleTuning.of(Map.of("slices", 17L)));
    TrianglePlan plan = PLANNER.total(SKEWED, job, false);
    assertThat(plan.method()).isEqualTo(method);
    assertThat(plan.slices()).isEqualTo(17);
    assertThat(plan.kernelNanos()).isPositive();
  }

  @Test
  void aLongerCountIsCutIntoMoreLaunches() {
    var merge = TriangleCount.by(TriangleMethod.MERGE, TriangleTuning.none());
    var larger =
        new DeviceStatistics(
            SKEWED.vertices(),
            64 * SKEWED.edges(),
            64 * SKEWED.wedges(),
            64 * SKEWED.shorterList(),
            64 * SKEWED.targetOutDegrees(),
            64 * SKEWED.squaredOutDegrees(),
            SKEWED.maximumOutDegree(),
            SKEWED.histogram());
    assertThat(PLANNER.total(larger, merge, false).slices())
        .isGreaterThan(16 * PLANNER.total(SKEWED, merge, false).slices());
  }

  @Test
  void aSmallerDeviceIsExpectedToTakeLonger() {
    double whole = PLANNER.total(SKEWED, TriangleCount.total(), true).kernelNanos();
    double half = new TrianglePlanner(66).total(SKEWED, TriangleCount.total(), true).kernelNanos();
    assertThat(half).isGreaterThan(1.5 * whole);
  }
}
