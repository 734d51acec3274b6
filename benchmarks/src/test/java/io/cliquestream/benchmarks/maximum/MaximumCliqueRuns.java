package io.cliquestream.benchmarks.maximum;

import com.sun.management.OperatingSystemMXBean;
import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RealGraphs;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * Whole runs on graphs that are loaded already; for maximum cliques with the ordering, for maximal
 * cliques the cold run alone builds the orientation. Prints graph, job, the first (cold) time, the
 * least and the median of the repeats, the mean processor time of all threads over the later half
 * of the repeats (the one to trust when other work shares the cores), and the answer.
 *
 * <p>Arguments: threads, repeats, seconds at most for one run, {@code one|all|maximal}, then names
 * of graphs in the folder given by the system property {@code cliquestream.graphs}.
 */
public final class MaximumCliqueRuns {
  private MaximumCliqueRuns() {}

  public static void main(String[] arguments) {
    int threads = Integer.parseInt(arguments[0]);
    int repeats = Integer.parseInt(arguments[1]);
    Duration limit = Duration.ofSeconds(Long.parseLong(arguments[2]));
    Job job =
        switch (arguments[3]) {
          case "one" -> MaximumClique.one();
          case "all" -> MaximumClique.all(1000);
          case "maximal" -> MaximalCliques.count();
          case String other -> throw new IllegalArgumentException("no job is called " + other);
        };
    Path folder =
        RealGraphs.folder()
            .orElseThrow(() -> new IllegalStateException("set -Dcliquestream.graphs=FOLDER"));
    System.out.printf(
        "%-22s %-8s %10s %10s %10s %10s  %s%n",
        "graph", "job", "cold ms", "least ms", "median", "cpu ms", "answer");
    try (CpuScheduler scheduler = new CpuScheduler(threads)) {
      for (String name : Arrays.copyOfRange(arguments, 4, arguments.length)) {
        measure(name, folder, job, arguments[3], repeats, limit, scheduler);
      }
    }
  }

  private static void measure(
      String name,
      Path folder,
      Job job,
      String jobName,
      int repeats,
      Duration limit,
      CpuScheduler scheduler) {
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    double[] millis = new double[repeats];
    long cpuStart = 0;
    double cpu;
    String answer = "";
    String plan = "";
    try (PreparedGraph.Owned prepared = PreparedGraph.of(RealGraphs.read(folder, name))) {
      for (int i = 0; i < repeats; i++) {
        CpuJobRun run =
            new CpuJobRun(prepared, JobControl.within(limit), ListingSink.NONE, scheduler);
        if (i == repeats / 2) {
          cpuStart = process.getProcessCpuTime();
        }
        long start = System.nanoTime();
        try {
          answer = text(CpuAlgorithms.run(job, run));
        } catch (StoppedException stopped) {
          answer = "stopped: " + stopped.partial().map(MaximumCliqueRuns::text).orElse("nothing");
        }
        millis[i] = (System.nanoTime() - start) / 1e6;
        plan = run.plan().toString();
      }
      cpu = (process.getProcessCpuTime() - cpuStart) / 1e6 / (repeats - repeats / 2);
    }
    double cold = millis[0];
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "%-22s %-8s %10.2f %10.2f %10.2f %10.2f  %s %s%n",
        name,
        jobName,
        cold,
        millis[0],
        millis[repeats / 2],
        cpu,
        answer,
        plan);
  }

  private static String text(Answer answer) {
    return switch (answer) {
      case Answer.Maximum found ->
          "clique number "
              + found.cliqueNumber()
              + " bound "
              + found.upperBound()
              + found.count().map(count -> " count " + count).orElse("");
      case Answer.Maximal found ->
          found.count() + " maximal cliques, largest " + found.bySize().lastKey();
      case Answer other -> throw new IllegalStateException("unexpected answer " + other);
    };
  }
}
