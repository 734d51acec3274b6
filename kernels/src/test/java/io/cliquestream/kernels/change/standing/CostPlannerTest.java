package io.cliquestream.kernels.change.standing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.change.device.DeviceCosts;
import io.cliquestream.kernels.change.device.WholeCosts;
import org.junit.jupiter.api.Test;

/** What the planner makes of what it measured of a device. */
final class CostPlannerTest {
  private static final DeviceCosts COSTS =
      new DeviceCosts(300_000, 20, 0.001, 25, 1e9, 1 << 20, WholeCosts.NEVER);

  @Test
  void singleEdgesBelongToTheHostAndLargeBatchesToTheDevice() {
    CostPlanner planner = new CostPlanner();
    double single = 400 + 16 * 100;
    assertThat(planner.incrementalNanos(single, 1, 1))
        .isLessThan(planner.deviceNanos(COSTS, single, 1));
    double large = 100_000 * single;
    assertThat(planner.deviceNanos(COSTS, large, 100_000))
        .isLessThan(planner.incrementalNanos(large, 100_000, 1) / 10);
  }

  @Test
  void whatSeveralThreadsShareIsLearnedApartFromSingleEdges() {
    CostPlanner planner = new CostPlanner();
    assertThat(planner.incrementalNanos(1e6, 1_000, 2)).isEqualTo(1e6);
    assertThat(planner.incrementalNanos(1e6, 1_000, 16)).isEqualTo(1e6 / 8);
    for (int i = 0; i < 40; i++) {
      planner.advanced(1e6, 1_000, 16, 300_000);
      planner.advanced(1e3, 1, 16, 4_000);
    }
    assertThat(planner.incrementalNanos(1e6, 1_000, 16)).isCloseTo(300_000, within(100.0));
    assertThat(planner.incrementalNanos(1e3, 1, 16)).isCloseTo(4_000, within(1.0));
    for (int i = 0; i < 100; i++) {
      planner.passedOver();
    }
    assertThat(planner.incrementalNanos(1e6, 1_000, 16)).isCloseTo(125_000, within(10_000.0));
  }

  @Test
  void theCountOfAnEmptyGraphMadeAllLaterCountsLookHopeless() {
    CostPlanner planner = new CostPlanner();
    planner.recounted(0, 2_000_000);
    assertThat(planner.recountNanos(25_000)).isLessThan(10_000_000);
    planner.recounted(25_000, 5_000_000);
    planner.recounted(3, 300_000);
    assertThat(planner.recountNanos(1_000_000)).isBetween(20_000_000.0, 200_000_000.0);
  }

  @Test
  void smallStepsTellOfTheCallAndLargeOnesOfTheChanges() {
    CostPlanner planner = new CostPlanner();
    for (int i = 0; i < 40; i++) {
      planner.advancedOnDevice(COSTS, 2_000, 1, 900_000);
    }
    assertThat(planner.deviceNanos(COSTS, 2_000, 1)).isCloseTo(900_000, within(1_000.0));
    for (int i = 0; i < 40; i++) {
      planner.advancedOnDevice(COSTS, 2e8, 100_000, 10_900_000);
    }
    assertThat(planner.deviceNanos(COSTS, 2e8, 100_000)).isCloseTo(10_900_000, within(50_000.0));
    assertThat(planner.deviceNanos(COSTS, 2_000, 1)).isCloseTo(900_000, within(2_000.0));
  }

  @Test
  void aBadStepIsForgottenWhileOthersAreTaken() {
    CostPlanner planner = new CostPlanner();
    planner.advancedOnDevice(COSTS, 2e8, 100_000, 60_000_000_000L);
    assertThat(planner.deviceNanos(COSTS, 2e8, 100_000)).isGreaterThan(100_000_000);
    for (int i = 0; i < 200; i++) {
      planner.passedDeviceOver(COSTS);
    }
    assertThat(planner.deviceNanos(COSTS, 2e8, 100_000)).isLessThan(3_000_000);
  }

  @Test
  void aDeviceFasterThanExpectedStaysSoWhenItIsPassedOver() {
    CostPlanner planner = new CostPlanner();
    for (int i = 0; i < 40; i++) {
      planner.advancedOnDevice(COSTS, 2_000, 1, 60_000);
    }
    double fast = planner.deviceNanos(COSTS, 2_000, 1);
    planner.passedDeviceOver(COSTS);
    assertThat(planner.deviceNanos(COSTS, 2_000, 1)).isEqualTo(fast);
  }

  @Test
  void whatWasNeverMeasuredIsNotForgottenIntoCostingNothing() {
    CostPlanner planner = new CostPlanner();
    double first = new CostPlanner().incrementalNanos(1e6, 1_000, 14);
    for (int i = 0; i < 50_000; i++) {
      planner.passedOver();
    }
    assertThat(planner.incrementalNanos(1e6, 1_000, 14)).isEqualTo(first);
  }
}
