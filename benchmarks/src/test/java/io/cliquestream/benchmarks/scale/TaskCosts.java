package io.cliquestream.benchmarks.scale;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.Parts;
import java.util.Arrays;

/**
 * What the parts of a job took, measured one after the other on one thread of the CPU engine.
 *
 * @param plan the finest one; coarser ones are made of it as the product does
 * @param starts first root of each of its parts, and the root after the last one
 * @param before seconds of all parts before each of these
 * @param cutSeconds to make the plan
 */
record TaskCosts(PartPlan plan, int[] starts, double[] before, double cutSeconds) {
  /** Cuts and measures; every part twice, of which the shorter time counts. */
  static TaskCosts measure(PreparedGraph graph, Job job, int wanted) {
    try (CpuEngine engine = new CpuEngine(1)) {
      Parts parts = engine.parts().orElseThrow();
      JobControl control = JobControl.unbounded();
      // The first cut orients the graph, which all later ones find done.
      var _ = parts.cut(graph, job, wanted, control);
      long begin = System.nanoTime();
      PartPlan plan = parts.cut(graph, job, wanted, control).orElseThrow();
      double cut = (System.nanoTime() - begin) / 1e9;
      double[] seconds = new double[plan.parts().size()];
      for (int round = 0; round < 2; round++) {
        for (Part part : plan.parts()) {
          long start = System.nanoTime();
          var _ = parts.run(graph, part, control);
          double took = (System.nanoTime() - start) / 1e9;
          seconds[part.index()] = round == 0 ? took : Math.min(took, seconds[part.index()]);
        }
      }
      int[] starts = new int[seconds.length + 1];
      double[] before = new double[seconds.length + 1];
      for (Part part : plan.parts()) {
        starts[part.index()] = part.roots().first();
        starts[part.index() + 1] = part.roots().end();
        before[part.index() + 1] = before[part.index()] + seconds[part.index()];
      }
      return new TaskCosts(plan, starts, before, cut);
    }
  }

  /** Measured seconds of every part. */
  double total() {
    return before[before.length - 1];
  }

  /** Measured seconds from the first root to the one before {@code root}, evenly within a part. */
  double before(int root) {
    int index = Arrays.binarySearch(starts, root);
    if (index >= 0) {
      return before[index];
    }
    int part = -index - 2;
    double share = (double) (root - starts[part]) / (starts[part + 1] - starts[part]);
    return before[part] + share * (before[part + 1] - before[part]);
  }
}
