package io.cliquestream.benchmarks.host;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.RealGraphs;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whole runs of triangle and k-clique counting on the real graphs, in one process.
 *
 * <p>Arguments: threads, repeats, then any number of NAME:JOB with JOB one of {@code triangles},
 * {@code triangles-edges}, {@code all}, or a k; a suffix {@code +o} or {@code +p} forces
 * orientation or pivoting. Prints one tab-separated line for each: graph, job, threads, preparation
 * (the first orientation), first, least and median compute seconds, least processor seconds of all
 * threads, the answer and the plan.
 */
public final class CliqueBenchmarkMain {
  private CliqueBenchmarkMain() {}

  /** Runs it. */
  public static void main(String[] arguments) throws IOException {
    Path folder = RealGraphs.folder().orElseThrow();
    int threads = Integer.parseInt(arguments[0]);
    int repeats = Integer.parseInt(arguments[1]);
    System.out.println("graph\tjob\tthreads\tprepare\tfirst\tleast\tmedian\tcpu\tanswer\tplan");
    String loaded = "";
    PreparedGraph.Owned prepared = null;
    try (CpuEngine engine = new CpuEngine(threads)) {
      for (String argument : Arrays.copyOfRange(arguments, 2, arguments.length)) {
        String[] parts = argument.split(":", 2);
        if (!parts[0].equals(loaded)) {
          if (prepared != null) {
            prepared.close();
          }
          Graph graph = RealGraphs.read(folder, parts[0]);
          prepared = PreparedGraph.of(graph);
          loaded = parts[0];
        }
        measure(engine, prepared, parts[0], parts[1], threads, repeats);
      }
    }
    if (prepared != null) {
      prepared.close();
    }
  }

  private static void measure(
      CpuEngine engine, PreparedGraph graph, String name, String job, int threads, int repeats) {
    double[] seconds = new double[repeats];
    double first = 0;
    double prepare = 0;
    double cpu = Double.MAX_VALUE;
    JobOutcome outcome = null;
    for (int i = 0; i < repeats; i++) {
      long cpuBefore = processCpuNanos();
      outcome = engine.run(graph, job(job));
      cpu = Math.min(cpu, (processCpuNanos() - cpuBefore) / 1e9);
      seconds[i] = outcome.computeNanos() / 1e9;
      if (i == 0) {
        first = seconds[0];
        prepare = outcome.prepareNanos() / 1e9;
      }
    }
    Arrays.sort(seconds);
    System.out.printf(
        "%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%s\t%s%n",
        name,
        job,
        threads,
        prepare,
        first,
        seconds[0],
        seconds[repeats / 2],
        cpu,
        text(outcome.answer()),
        outcome.plan());
  }

  static long processCpuNanos() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean bean
        ? bean.getProcessCpuTime()
        : 0;
  }

  private static Job job(String text) {
    int suffix = text.indexOf('+');
    String kind = suffix < 0 ? text : text.substring(0, suffix);
    Optional<KCliqueMethod> method =
        suffix < 0
            ? Optional.empty()
            : Optional.of(text.endsWith("+o") ? KCliqueMethod.ORIENTATION : KCliqueMethod.PIVOTING);
    Optional<Ordering> ordering =
        text.contains("+d") ? Optional.of(Ordering.DEGREE) : Optional.empty();
    return switch (kind) {
      case "triangles" -> TriangleCount.total();
      case "triangles-edges" -> new TriangleCount(true, true, true, Optional.empty());
      case "all" -> new KCliqueCount(1, KCliqueCount.ALL, false, method, ordering);
      default ->
          kind.endsWith("v")
              ? vertex(Integer.parseInt(kind.substring(0, kind.length() - 1)), method, ordering)
              : new KCliqueCount(
                  Integer.parseInt(kind), Integer.parseInt(kind), false, method, ordering);
    };
  }

  private static Job vertex(int k, Optional<KCliqueMethod> method, Optional<Ordering> ordering) {
    return new KCliqueCount(k, k, true, method, ordering);
  }

  private static String text(Answer answer) {
    return switch (answer) {
      case Answer.Triangles triangles -> triangles.triangles().toString();
      case Answer.KCliques cliques ->
          cliques.counts().size() == 1
              ? cliques.counts().toString()
              : "sizes to "
                  + cliques.counts().lastKey()
                  + ", in all "
                  + cliques.counts().values().stream().reduce(BigInteger.ZERO, BigInteger::add);
      case Answer.Maximum maximum -> maximum.toString();
      case Answer.WideMaximum maximum -> maximum.toString();
      case Answer.Maximal maximal -> maximal.toString();
      case Answer.Motifs motifs -> motifs.toString();
      case Answer.Matches matches -> matches.toString();
      case Answer.Listed listed -> listed.toString();
      case Answer.CliqueEstimates estimates -> estimates.toString();
      case Answer.CoreNumbers cores -> cores.byCore().toString();
    };
  }
}
