package io.cliquestream.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Schedules known by hand, bounds known from theory, and what may only grow. */
final class ClusterSimulationTest {
  private static final double ROUNDING = 1e-9;

  private static MeasuredParts.Cost cost(int part, double predicted, long nanos, long addNanos) {
    return new MeasuredParts.Cost(part, part, part + 1, predicted, nanos, addNanos);
  }

  /** Parts that take what is predicted. */
  private static List<MeasuredParts.Cost> costs(long... nanos) {
    List<MeasuredParts.Cost> costs = new ArrayList<>();
    for (long each : nanos) {
      costs.add(cost(costs.size(), (double) each, each, 0));
    }
    return costs;
  }

  private static ClusterSimulation.Outcome run(
      List<MeasuredParts.Cost> costs, ClusterAssumptions assumptions, int devices) {
    return new ClusterSimulation(costs, 0, 0, assumptions).run(devices);
  }

  /**
   * Nothing but the parts; with 0 partitions for each worker whoever is free takes the next one.
   */
  private static ClusterAssumptions inPartitions(double each) {
    return new ClusterAssumptions(1, 1, 0, 0, 0, each, 0, 1, 0, 0);
  }

  private static ClusterAssumptions inOneQueue(double taskNanos, double graphNanos, double cut) {
    return new ClusterAssumptions(1, 1, taskNanos, graphNanos, cut, 0, 0, 1, 0, 0);
  }

  @Test
  void equalPartsOnSoManyWorkersThatDivideThemAreDoneAtFullEfficiency() {
    long[] equal = new long[1024];
    Arrays.fill(equal, 1_000);
    for (double partitions : new double[] {0, 1}) {
      for (int devices = 1; devices <= 1024; devices *= 2) {
        var outcome = run(costs(equal), inPartitions(partitions), devices);
        assertThat(outcome.efficiency()).isEqualTo(1.0, within(ROUNDING));
        assertThat(outcome.speedup()).isEqualTo(devices, within(ROUNDING * devices));
        assertThat(outcome.imbalance()).isEqualTo(1.0, within(ROUNDING));
        assertThat(outcome.makespan()).isEqualTo(1_024_000.0 / devices, within(ROUNDING));
      }
    }
  }

  /** Graham's worst case of the largest first on three machines: 11, where 9 is possible. */
  @Test
  void grahamsWorstCaseTakesAsLongAsHeSays() {
    var worst = costs(5, 5, 4, 4, 3, 3, 3);

    for (double partitions : new double[] {0, 1}) {
      var outcome = run(worst, inPartitions(partitions), 3);
      assertThat(outcome.makespan()).isEqualTo(11);
      assertThat(outcome.efficiency()).isEqualTo(9.0 / 11, within(ROUNDING));
      assertThat(outcome.imbalance()).isEqualTo(11.0 / 9, within(ROUNDING));
    }
  }

  @Test
  void aWrongPredictionCostsLessWhereWhoeverIsFreeTakesTheNext() {
    List<MeasuredParts.Cost> wrong =
        List.of(cost(0, 1, 10, 0), cost(1, 1, 1, 0), cost(2, 1, 1, 0), cost(3, 1, 1, 0));

    assertThat(run(wrong, inPartitions(0), 2).makespan()).isEqualTo(10);
    assertThat(run(wrong, inPartitions(1), 2).makespan()).isEqualTo(11);
  }

  @Test
  void largestPredictedGoesFirstWhateverItTakes() {
    List<MeasuredParts.Cost> wrong = List.of(cost(0, 3, 1, 0), cost(1, 2, 1, 0), cost(2, 1, 10, 0));

    assertThat(run(wrong, inPartitions(0), 2).makespan()).isEqualTo(11);
  }

  @Test
  void cutGraphAndTasksComeOnTop() {
    var outcome = run(costs(10, 10, 10, 10), inOneQueue(2, 100, 1000), 2);

    assertThat(outcome.makespan()).isEqualTo(1000 + 100 + 2 * (10 + 2));
    assertThat(outcome.efficiency()).isEqualTo(40.0 / 2 / 1124, within(ROUNDING));
  }

  @Test
  void theOwnerAddsAnswersOneAfterAnother() {
    List<MeasuredParts.Cost> parts = List.of(cost(0, 10, 10, 4), cost(1, 10, 10, 4));

    assertThat(run(parts, inPartitions(0), 2).makespan()).isEqualTo(10 + 4 + 4);
    assertThat(run(parts, inPartitions(0), 1).makespan()).isEqualTo(20 + 4);
  }

  @Test
  void whatCuttingCostsIsInTheEfficiency() {
    var outcome = new ClusterSimulation(costs(10, 10), 16, 0, inPartitions(0)).run(2);

    assertThat(outcome.speedup()).isEqualTo(1.6, within(ROUNDING));
    assertThat(outcome.efficiency()).isEqualTo(0.8, within(ROUNDING));
  }

  @Test
  void aLargerJobsPartsGrowButForWhatTheyTakeBecauseTheyAreParts() {
    var tenTimes = new ClusterAssumptions(10, 1, 0, 0, 0, 0, 0, 1, 0, 0);

    var outcome = new ClusterSimulation(costs(10, 2), 8, 4, tenTimes).run(1);

    assertThat(outcome.makespan()).isEqualTo(4 + 60 + 2);
    assertThat(outcome.speedup()).isEqualTo(80.0 / 66, within(ROUNDING));
  }

  @Test
  void aSlowWorkerHoldsUpWhatIsInItsPartitionsAlone() {
    var slow = new ClusterAssumptions(1, 1, 0, 0, 0, 1, 0.5, 3, 0, 0);
    var inOneQueueOfSlow = new ClusterAssumptions(1, 1, 0, 0, 0, 0, 0.5, 3, 0, 0);

    assertThat(run(costs(10, 10, 10, 10), slow, 2).makespan()).isEqualTo(60);
    assertThat(run(costs(10, 10, 10, 10), inOneQueueOfSlow, 2).makespan()).isEqualTo(30);
  }

  @Test
  void aLostWorkersPartsAreComputedByOthersAfterAWhile() {
    var lost = new ClusterAssumptions(1, 1, 0, 0, 0, 1, 0, 1, 1, 5);
    var inOneQueueOfLost = new ClusterAssumptions(1, 1, 0, 0, 0, 0, 0, 1, 1, 5);

    // It has done one part of its two when half of its share has passed.
    assertThat(run(costs(10, 10, 10, 10), lost, 2).makespan()).isEqualTo(30);
    assertThat(run(costs(10, 10, 10, 10), inOneQueueOfLost, 2).makespan()).isEqualTo(30);
    // Nobody else is there.
    assertThat(run(costs(10, 10), lost, 1).makespan()).isEqualTo(20);
  }

  @Test
  void everyPartIsAddedOnceHoweverManyWorkersAreLost() {
    Random random = new Random(5);
    for (int round = 0; round < 500; round++) {
      int parts = 1 + random.nextInt(60);
      List<MeasuredParts.Cost> costs = new ArrayList<>();
      for (int i = 0; i < parts; i++) {
        costs.add(cost(i, 1 + random.nextInt(100), 1 + random.nextInt(100), 1_000_000_000));
      }
      int devices = 1 + random.nextInt(12);
      var assumptions =
          new ClusterAssumptions(
              1, 1, random.nextInt(5), 0, 0, random.nextInt(4), 0, 1, random.nextInt(12), 7);

      var outcome = run(costs, assumptions, devices);

      // Adding takes so long that it goes on from the first answer to the end.
      assertThat((long) (outcome.makespan() / 1_000_000_000)).isEqualTo(parts);
    }
  }

  @Test
  void listSchedulingKeepsGrahamsBound() {
    Random random = new Random(3);
    for (int round = 0; round < 2_000; round++) {
      List<MeasuredParts.Cost> costs = new ArrayList<>();
      long largest = 0;
      long sum = 0;
      for (int i = 0; i <= random.nextInt(200); i++) {
        long nanos = 1 + (long) Math.exp(12 * random.nextDouble());
        costs.add(cost(i, random.nextInt(1000), nanos, 0));
        largest = Math.max(largest, nanos);
        sum += nanos;
      }
      int devices = 1 + random.nextInt(40);
      double mean = (double) sum / devices;

      double shared = run(costs, inPartitions(0), devices).makespan();
      assertThat(shared)
          .isGreaterThanOrEqualTo(Math.max(mean, (double) largest) * (1 - ROUNDING))
          .isLessThanOrEqualTo((mean + (1 - 1.0 / devices) * largest) * (1 + ROUNDING));
      var inPartitions = run(costs, inPartitions(2), devices);
      assertThat(inPartitions.makespan())
          .isGreaterThanOrEqualTo(Math.max(mean, (double) largest) * (1 - ROUNDING));
      assertThat(inPartitions.efficiency()).isLessThanOrEqualTo(1 + ROUNDING);
      assertThat(inPartitions.imbalance()).isGreaterThanOrEqualTo(1 - ROUNDING);
    }
  }

  /** In partitions, where no order changes: each cost more makes the job longer, never shorter. */
  @Test
  void whatCostsMoreNeverEndsSooner() {
    Random random = new Random(9);
    for (int round = 0; round < 500; round++) {
      List<MeasuredParts.Cost> costs = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(100); i++) {
        costs.add(cost(i, random.nextInt(1000), random.nextInt(1000), random.nextInt(3)));
      }
      int devices = 1 + random.nextInt(20);
      double before = 0;
      for (int more = 0; more < 5; more++) {
        double now =
            run(
                    costs,
                    new ClusterAssumptions(
                        1 + more, 1, 3 * more, 10 * more, 20 * more, 2, 0.3, 1 + more, 0, 0),
                    devices)
                .makespan();
        assertThat(now).isGreaterThanOrEqualTo(before);
        before = now;
      }
      double faster =
          run(costs, new ClusterAssumptions(1, 2, 0, 0, 0, 2, 0, 1, 0, 0), devices).makespan();
      assertThat(faster).isLessThanOrEqualTo(run(costs, inPartitions(2), devices).makespan());
    }
  }

  @Test
  void unevenNumbersOfPartitionsAreUnevenLoads() {
    long[] equal = new long[3_000];
    Arrays.fill(equal, 1_000);

    assertThat(run(costs(equal), inPartitions(2.5), 2).imbalance()).isEqualTo(1.2, within(0.001));
    assertThat(run(costs(equal), inPartitions(3), 2).imbalance()).isEqualTo(1.0, within(ROUNDING));
  }
}
