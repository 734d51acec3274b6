package io.cliquestream.kernels.change.triangle;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.rows.ChangedTriangles;
import io.cliquestream.kernels.change.rows.EdgeOwners;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.control.Parallelism;
import java.util.concurrent.atomic.AtomicInteger;

/** How many triangles came and went, none named: see {@link ChangedTriangles}. */
final class TriangleDelta {
  private final StepBudget budget;
  private long one;
  private long two;
  private long three;

  private TriangleDelta(StepBudget budget) {
    this.budget = budget;
  }

  /**
   * Triangles more.
   *
   * @throws ArithmeticException when 63 bits do not hold it
   */
  static long of(VersionChange change, StepBudget budget) {
    long came = triangles(change.inserted(), budget);
    return Math.subtractExact(came, triangles(change.deleted(), budget));
  }

  private static long triangles(ChangedEdges edges, StepBudget budget) {
    if (edges.count() == 0) {
      return 0;
    }
    TriangleDelta delta = new TriangleDelta(budget);
    delta.count(edges);
    return Math.addExact(delta.one, delta.two / 2 + delta.three / 3);
  }

  private void count(ChangedEdges edges) {
    long bytes = ChangedTriangles.markBytes(edges.rows().slots());
    boolean marking =
        edges.count() >= TriangleChangePolicy.LEAST_MARKED
            && bytes <= TriangleChangePolicy.MOST_MARK_BYTES;
    int most = edges.parallelism().threads();
    if (marking) {
      most =
          (int)
              Math.max(
                  1, Math.min(most, TriangleChangePolicy.MOST_MARK_BYTES / Math.max(1, bytes)));
    }
    EdgeOwners owners =
        EdgeOwners.of(edges.edges(), edges.arcs(), edges.rows(), edges.parallelism());
    double steps = TriangleChangePolicy.steps(edges.count(), owners.shorterRows());
    Parallelism parallelism =
        edges.parallelism().atMost(most).worth(TriangleChangePolicy.nanos(steps));
    int arcs = owners.arcCount();
    int grain = TriangleChangePolicy.grain(arcs, steps, parallelism.threads());
    AtomicInteger next = new AtomicInteger();
    parallelism.run(
        () -> {
          StepBudget.Meter meter = budget.meter();
          var counter = new ChangedTriangles(edges.rows(), owners, marking);
          for (int from = take(next, grain, arcs); from < arcs; from = take(next, grain, arcs)) {
            meter.work(counter.count(from, (int) Math.min(arcs, (long) from + grain)));
          }
          meter.tell();
          add(counter);
        });
  }

  /** The next range's beginning; never beyond the end by more than a range. */
  private static int take(AtomicInteger next, int grain, int end) {
    return next.getAndUpdate(at -> (int) Math.min(end, (long) at + grain));
  }

  private synchronized void add(ChangedTriangles counted) {
    one = Math.addExact(one, counted.ofOneChange());
    two = Math.addExact(two, counted.ofTwoChanges());
    three = Math.addExact(three, counted.ofThreeChanges());
  }
}
