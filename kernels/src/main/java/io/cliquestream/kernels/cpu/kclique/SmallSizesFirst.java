package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.cpu.kclique.plan.KCliquePlanner;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.job.KCliqueMethod;

/**
 * Counts the small sizes of a range one by one before one long pass counts the others.
 *
 * <p>A pass of pivoting gives no count before it has ended, and on a dense graph it may never end,
 * where triangles take milliseconds. So the smallest sizes are counted alone as long as all of them
 * together are predicted to take a small part of the pass, which costs that part at most; they are
 * there when a deadline or the refusal of a hopeless rest ends the job. A short pass is left alone.
 */
record SmallSizesFirst(KCliquePlanner planner, CpuJobRun run) {
  /** Counts one size. */
  interface Counting {
    /** Whether larger cliques may exist. */
    boolean count(int size, KCliqueMethod method);
  }

  /**
   * Counts sizes from the smallest one on.
   *
   * @param smallest 3 or more
   * @param highest no larger clique is of interest, or can exist
   * @return the first size that was not counted; more than {@code highest} when nothing is left
   */
  int count(int smallest, int highest, Counting counting) {
    KCliquePlanner.Sample pass = planner.pass(smallest, highest);
    if (pass.complete() && pass.steps() < KCliquePolicy.LONG_PASS_STEPS) {
      return smallest;
    }
    boolean estimated = pass.complete();
    double left = pass.steps() * KCliquePolicy.SMALL_SIZES_SHARE;
    for (int k = smallest; k < highest; k++) {
      KCliquePlanner.Plan plan = planner.plan(k, k);
      double steps = plan.steps();
      if (steps > left && !estimated) {
        // The sample knows a part of the pass; random descents are dearer and tell more.
        double more = planner.passEstimate(smallest, highest) - pass.steps();
        left += Math.max(0, more) * KCliquePolicy.SMALL_SIZES_SHARE;
        estimated = true;
      }
      if (steps > left || isTooLong(steps)) {
        return k;
      }
      left -= steps;
      run.plan("sizes-counted-first", smallest + ".." + k);
      if (!counting.count(k, plan.method())) {
        return highest + 1;
      }
    }
    return highest;
  }

  private boolean isTooLong(double steps) {
    double nanos = steps * KCliquePolicy.STEP_NANOS / run.scheduler().threadCount();
    return nanos > run.control().remaining().orElse(KCliquePolicy.SMALL_SIZES_TIME).toNanos();
  }
}
