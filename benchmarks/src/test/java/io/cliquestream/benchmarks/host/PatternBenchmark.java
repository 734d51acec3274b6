package io.cliquestream.benchmarks.host;

import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.reference.RealGraphs;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whole runs of motif and pattern jobs, orientation ready: prints graph, job, median and least
 * seconds and the answer. Arguments: threads, repetitions, then graph names, or GRAPH:JOB for one
 * of the jobs; {@code -Dcliquestream.graphs} names the folder.
 */
public final class PatternBenchmark {
  private PatternBenchmark() {}

  public static void main(String[] arguments) {
    int threads = Integer.parseInt(arguments[0]);
    int repetitions = Integer.parseInt(arguments[1]);
    List<String> names = Arrays.asList(arguments).subList(2, arguments.length);
    try (CpuEngine engine = new CpuEngine(threads)) {
      for (String wanted : names) {
        String name = wanted.replaceFirst(":.*", "");
        try (var graph = PreparedGraph.of(RealGraphs.read(name))) {
          graph.oriented(Ordering.DEGREE);
          jobs()
              .forEach(
                  (label, job) -> {
                    if (wanted.equals(name) || wanted.equals(name + ":" + label)) {
                      measure(engine, name, graph, label, job, repetitions);
                    }
                  });
        }
      }
    }
  }

  private static Map<String, Job> jobs() {
    Map<String, Job> jobs = new LinkedHashMap<>();
    jobs.put("4-motifs", new MotifCensus(4));
    jobs.put("5-motifs", new MotifCensus(5));
    jobs.put("diamond", edges("0-1,0-2,1-2,0-3,1-3"));
    jobs.put("4-cycle", edges("0-1,1-2,2-3,3-0"));
    jobs.put("house", edges("0-1,1-2,2-3,3-4,4-0,0-2"));
    jobs.put("pentagon", edges("0-1,1-2,2-3,3-4,4-0"));
    return jobs;
  }

  private static Job edges(String pattern) {
    return PatternMatch.count(Pattern.parse(pattern), Induced.EDGE);
  }

  private static void measure(
      CpuEngine engine, String name, PreparedGraph graph, String label, Job job, int repetitions) {
    double[] seconds = new double[repetitions];
    String answer = "";
    for (int i = 0; i < repetitions; i++) {
      long start = System.nanoTime();
      answer = engine.run(graph, job).answer().toString();
      seconds[i] = (System.nanoTime() - start) / 1e9;
    }
    Arrays.sort(seconds);
    System.out.printf(
        Locale.ROOT,
        "%-16s %-10s %8.4f s (best %.4f)  %s%n",
        name,
        label,
        seconds[repetitions / 2],
        seconds[0],
        answer);
  }
}
