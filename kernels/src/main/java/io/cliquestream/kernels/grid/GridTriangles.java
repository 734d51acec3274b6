package io.cliquestream.kernels.grid;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PairSource;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts triangles of pairs that are read again and again and never held: four times or more to cut
 * them, and then by part from disk. See the package's description.
 *
 * <p>Cost: of a task (i, j, k), for every rank u of class i and every v among its neighbors of
 * class j one look at each neighbor of v of class k, in a bitmap of u's neighbors of that class.
 * All tasks together look at what an undivided graph looks at; marking u's neighbors is repeated n
 * times.
 */
public final class GridTriangles {
  private GridTriangles() {}

  /**
   * What a run gives.
   *
   * @param triangles in the graph
   * @param plan how it was cut
   * @param readBytes of parts that were read, as the plan predicted
   * @param peakBytes most bytes of parts that were in memory at a time
   */
  public record Outcome(BigInteger triangles, GridPlan plan, long readBytes, long peakBytes) {}

  /**
   * Cuts a graph.
   *
   * @param pairs in any order, with loops and duplicates, in either direction
   * @param options budget, folder and threads
   * @return n, m and the size of each part
   * @throws ComputeException GRAPH_TOO_LARGE when ids are 2^31 or about that; JOB_MEMORY_EXCEEDED
   *     when no n, or not the one that was forced, makes three parts fit the budget
   */
  public static GridPlan plan(PairSource pairs, GridOptions options) {
    return plan(pairs, DegreeRanks.of(pairs, options.parallelism()), options);
  }

  private static GridPlan plan(PairSource pairs, DegreeRanks ranks, GridOptions options) {
    int n = options.n().orElse(1);
    while (true) {
      GridPlan plan = plan(pairs, ranks, options, n);
      if (fits(plan)) {
        return plan;
      }
      int most = Math.min(GridPlan.MOST_CLASSES, Math.max(1, ranks.count()));
      double times = Math.sqrt((double) plan.neededBytes() / options.budgetBytes());
      n = (int) Math.min(most, Math.max(plan.n() + 1L, Math.round(plan.n() * times * 0.95)));
      if (options.n().isPresent() || plan.n() >= most) {
        throw new ComputeException(
            FailureCode.JOB_MEMORY_EXCEEDED,
            "three parts of the graph do not fit "
                + options.budgetBytes()
                + " bytes: of "
                + plan.n()
                + " classes of ranks they take "
                + plan.neededBytes());
      }
    }
  }

  private static boolean fits(GridPlan plan) {
    return plan.neededBytes() <= plan.budgetBytes()
        && plan.arcs().stream().allMatch(arcs -> arcs < Integer.MAX_VALUE - 8);
  }

  private static GridPlan plan(PairSource pairs, DegreeRanks ranks, GridOptions options, int n) {
    long[] arcs = new long[n * n];
    DegreeRanks.forEach(
        pairs,
        options.parallelism().meter(),
        (from, to) -> {
          if (from != to) {
            int low = Math.min(ranks.rank(from), ranks.rank(to));
            int high = Math.max(ranks.rank(from), ranks.rank(to));
            arcs[low % n * n + high % n]++;
          }
        });
    List<Long> counts = new ArrayList<>(arcs.length);
    for (long count : arcs) {
      counts.add(count);
    }
    return new GridPlan(
        n, options.shares(), Math.max(1, ranks.count()), counts, options.budgetBytes());
  }

  /**
   * Counts.
   *
   * @param pairs in any order, with loops and duplicates, in either direction
   * @param options budget, folder and threads
   * @param control may stop the count, and is told its progress
   * @return the total, with the plan and what was read and written
   * @throws ComputeException as {@link #plan}; JOB_MEMORY_EXCEEDED when the folder is full, too
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended the job
   */
  public static Outcome count(PairSource pairs, GridOptions options, JobControl control) {
    control.beginPhase(Phase.PREPARING, 1);
    Parallelism parallelism = options.parallelism().until(control);
    StopMeter meter = parallelism.meter();
    DegreeRanks ranks = DegreeRanks.of(pairs, parallelism);
    GridPlan plan = plan(pairs, ranks, options);
    try (GridFile file = GridFile.write(plan, pairs, ranks, options.folder(), meter)) {
      return count(plan, file, parallelism, control);
    }
  }

  private static Outcome count(
      GridPlan plan, GridFile file, Parallelism parallelism, JobControl control) {
    control.beginPhase(Phase.COMPUTING, (double) plan.tasks());
    GridPlan.Memory memory = plan.new Memory();
    Map<Integer, GridPart> held = new HashMap<>();
    BigInteger triangles = BigInteger.ZERO;
    long peak = 0;
    for (long number = 0; number < plan.tasks(); number++) {
      control.checkStopped();
      GridPlan.Task task = plan.task(number);
      GridPlan.Change change = memory.need(task);
      change.dropped().forEach(held::remove);
      for (int part : change.read()) {
        held.put(part, file.read(part));
      }
      peak = Math.max(peak, memory.heldBytes());
      int n = plan.n();
      triangles =
          triangles.add(
              BigInteger.valueOf(
                  count(
                      plan,
                      held.get(task.i() * n + task.j()),
                      held.get(task.i() * n + task.k()),
                      held.get(task.j() * n + task.k()),
                      parallelism)));
      control.workDone(1);
    }
    return new Outcome(triangles, plan, file.readBytes(), peak);
  }

  /** A task, in shares of its roots; fewer than 2^63, since a part has fewer than 2^31 arcs. */
  private static long count(
      GridPlan plan, GridPart ij, GridPart ik, GridPart jk, Parallelism parallelism) {
    LongAdder sum = new LongAdder();
    int rows = plan.classSize();
    int shares = Math.min(plan.m(), rows);
    parallelism.forRanges(
        shares,
        1,
        (from, to) -> {
          int first = (int) (from * rows / shares);
          int end = (int) (to * rows / shares);
          sum.add(count(first, end, ij, ik, jk, new long[(rows + 63) / 64], parallelism));
        });
    return sum.sum();
  }

  private static long count(
      int first,
      int end,
      GridPart ij,
      GridPart ik,
      GridPart jk,
      long[] marked,
      Parallelism parallelism) {
    StopMeter meter = parallelism.meter();
    long triangles = 0;
    for (int u = first; u < end; u++) {
      if (ij.start(u) == ij.end(u) || ik.start(u) == ik.end(u)) {
        continue;
      }
      for (int at = ik.start(u); at < ik.end(u); at++) {
        int w = ik.targets()[at];
        marked[w >> 6] |= 1L << w;
      }
      for (int at = ij.start(u); at < ij.end(u); at++) {
        int v = ij.targets()[at];
        meter.work(1L + jk.end(v) - jk.start(v));
        for (int to = jk.start(v); to < jk.end(v); to++) {
          int w = jk.targets()[to];
          triangles += (marked[w >> 6] >>> w) & 1;
        }
      }
      for (int at = ik.start(u); at < ik.end(u); at++) {
        marked[ik.targets()[at] >> 6] = 0;
      }
    }
    return triangles;
  }
}
