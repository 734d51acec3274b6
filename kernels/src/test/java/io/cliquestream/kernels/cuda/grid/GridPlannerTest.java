package io.cliquestream.kernels.cuda.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import org.junit.jupiter.api.Test;

/** What is chosen for a graph of 16 M vertices and 268 M edges under budgets. */
final class GridPlannerTest {
  private static final long VERTICES = 1L << 24;
  private static final long ACTIVE = 9_000_000;
  private static final long EDGES = 268_000_000;
  private static final long DEGREE = 400_000;

  private static GridPlanner planner(long budget) {
    return new GridPlanner(VERTICES, ACTIVE, EDGES, DEGREE, budget);
  }

  @Test
  void everyChosenPlanFitsItsBudget() {
    int before = 1;
    for (long budget = 16L << 30; budget > 512L << 20; budget = budget * 4 / 5) {
      GridPlanner planner = planner(budget);
      int classes = planner.classes();
      long arcs = planner.predictedArcs(classes);
      int slots = planner.slots(classes, arcs, arcs);
      assertThat(GridPlanner.isEnough(classes, slots)).isTrue();
      assertThat(slots * planner.partBytes(classes, arcs)).isLessThan(budget);
      assertThat(classes).as("classes for %d bytes", budget).isGreaterThanOrEqualTo(before);
      GridPlanner.Chunk chunk = planner.chunk(classes);
      assertThat(chunk.entries()).isGreaterThanOrEqualTo(DEGREE);
      assertThat(24 * chunk.entries()).isLessThan(budget);
      long launches = (long) classes * classes * classes * planner.shares(classes);
      assertThat(launches).isBetween(1L, (long) GridPolicy.MOST_LAUNCHES);
      before = classes;
    }
    assertThat(before).isGreaterThan(2);
  }

  @Test
  void aBudgetThatHoldsAllBringsEveryPartOnce() {
    GridPlanner planner = planner(16L << 30);
    assertThat(planner.classes()).isEqualTo(1);
    assertThat(planner.predictedUp(1, 1)).isEqualTo(12 * EDGES + 16 * VERTICES);
    assertThat(planner.predictedUp(4, 4)).isGreaterThan(planner.predictedUp(4, 12));
  }

  @Test
  void theFewestClassesAreTakenWithWhichTheNextTasksPartsFitToo() {
    GridPlanner planner = planner(1L << 30);
    int classes = planner.classes();
    long fewer = planner.predictedArcs(classes - 1);
    assertThat(planner.slots(classes - 1, fewer, fewer)).isLessThan(GridPolicy.WANTED_SLOTS);
    long arcs = planner.predictedArcs(classes);
    assertThat(planner.slots(classes, arcs, arcs)).isGreaterThanOrEqualTo(GridPolicy.WANTED_SLOTS);
  }

  @Test
  void everyNumberOfClassesFitsASmallGraphIntoSmallBudgets() {
    for (long edges : new long[] {1, 1_000, 1_000_000}) {
      GridPlanner planner = new GridPlanner(100_000, 100_000, edges, 500, 64L << 20);
      assertThat(planner.classes()).isEqualTo(1);
      for (int classes = 1; classes <= GridPolicy.MOST_CLASSES; classes++) {
        long arcs = planner.predictedArcs(classes);
        assertThat(GridPlanner.isEnough(classes, planner.slots(classes, arcs, arcs))).isTrue();
        assertThat(planner.chunk(classes).rows()).isGreaterThanOrEqualTo(1);
      }
    }
  }

  @Test
  void aBudgetThatHoldsNoThreePartsIsRefused() {
    assertThat(catchThrowableOfType(ComputeException.class, () -> planner(16L << 20).classes()))
        .extracting(ComputeException::code)
        .isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED);
    assertThat(catchThrowableOfType(ComputeException.class, () -> planner(64L << 20).chunk(16)))
        .hasMessageContaining("67108864 bytes of device memory");
  }
}
