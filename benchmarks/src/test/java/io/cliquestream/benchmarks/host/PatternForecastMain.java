package io.cliquestream.benchmarks.host;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.match.CpuPatternMatch;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.pattern.GraphSampling;
import io.cliquestream.kernels.pattern.LabelShares;
import io.cliquestream.kernels.pattern.PlanCompiler;
import io.cliquestream.kernels.reference.RealGraphs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Random connected patterns of 6 to 8 vertices, some with labels: what each is predicted to look
 * at, by averages and by the sample, and what it did look at. Arguments: patterns, seed, labels (0
 * for none), the milliseconds after which a pattern is given up, then graph names; {@code
 * -Dcliquestream.graphs} names the folder.
 */
public final class PatternForecastMain {
  private PatternForecastMain() {}

  public static void main(String[] arguments) {
    int patterns = Integer.parseInt(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    int labels = Integer.parseInt(arguments[2]);
    var limit = Duration.ofMillis(Long.parseLong(arguments[3]));
    List<String> names = Arrays.asList(arguments).subList(4, arguments.length);
    var byAverages = new ArrayList<Double>();
    var bySample = new ArrayList<Double>();
    double longest = 0;
    try (CpuEngine engine = new CpuEngine(1);
        CpuScheduler scheduler = new CpuScheduler(1)) {
      for (String name : names) {
        var random = new SplittableRandom(seed);
        var graph = RealGraphs.read(name);
        int[] drawn = new int[graph.vertexCount()];
        Arrays.setAll(drawn, _ -> labels == 0 ? 0 : random.nextInt(labels));
        VertexLabels known = VertexLabels.of(drawn);
        try (var prepared = PreparedGraph.of(graph, known)) {
          var statistics = GraphSampling.of(graph, JobControl.unbounded());
          for (int i = 0; i < patterns; ) {
            var job = PatternMatch.count(pattern(random, labels), Induced.EDGE);
            double looked;
            try {
              var control = JobControl.within(limit);
              looked =
                  Double.parseDouble(
                      engine.run(prepared, job, control, ListingSink.NONE).plan().get("elements"));
            } catch (StoppedException e) {
              continue; // Too much to be counted here.
            }
            i++;
            long start = System.nanoTime();
            var run = new CpuJobRun(prepared, JobControl.unbounded(), ListingSink.NONE, scheduler);
            double sample = CpuPatternMatch.forecast(job, run).elements();
            longest = Math.max(longest, (System.nanoTime() - start) / 1e6);
            bySample.add(sample / looked);
            var shares = LabelShares.of(graph, known, job.pattern(), JobControl.unbounded());
            byAverages.add(PlanCompiler.of(job, statistics.with(shares)).estimatedCost() / looked);
            System.out.printf(
                Locale.ROOT,
                "%s\t%s\t%.4g\t%.4g\t%.4g%n",
                name,
                job.pattern(),
                looked,
                bySample.getLast(),
                byAverages.getLast());
          }
        }
      }
    }
    print("sample", bySample);
    print("averages", byAverages);
    System.out.printf(Locale.ROOT, "longest forecast %.0f ms%n", longest);
  }

  private static void print(String how, List<Double> ratios) {
    long within = ratios.stream().filter(r -> r > 1 / 3.0 && r < 3).count();
    List<Double> sorted = ratios.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "%s: %d of %d within a factor of 3; predicted through looked at: least %.3g, median %.3g,"
            + " most %.3g%n",
        how,
        within,
        ratios.size(),
        sorted.getFirst(),
        sorted.get(sorted.size() / 2),
        sorted.getLast());
  }

  /** A random tree and some further edges. */
  private static Pattern pattern(SplittableRandom random, int labels) {
    int k = 6 + random.nextInt(3);
    var ends = new ArrayList<Integer>();
    Set<Integer> seen = new HashSet<>();
    for (int v = 1; v < k; v++) {
      add(random.nextInt(v), v, ends, seen);
    }
    for (int more = random.nextInt(k); more > 0; more--) {
      int u = random.nextInt(k);
      int v = random.nextInt(k);
      if (u != v) {
        add(Math.min(u, v), Math.max(u, v), ends, seen);
      }
    }
    Pattern pattern = Pattern.of(ends.stream().mapToInt(Integer::intValue).toArray());
    if (labels == 0) {
      return pattern;
    }
    int[] wanted = new int[k];
    Arrays.setAll(wanted, _ -> random.nextInt(4) == 0 ? Pattern.ANY_LABEL : random.nextInt(labels));
    return pattern.withLabels(wanted);
  }

  private static void add(int u, int v, List<Integer> ends, Set<Integer> seen) {
    if (seen.add(u * Pattern.MAXIMUM_VERTICES + v)) {
      ends.add(u);
      ends.add(v);
    }
  }
}
