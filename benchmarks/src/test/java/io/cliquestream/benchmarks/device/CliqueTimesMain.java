package io.cliquestream.benchmarks.device;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RealGraphs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Times maximum and maximal clique jobs of the CUDA engine, from call to answer, the graph resident
 * after the first run. Prints for each graph the first time, the median of the repeats, the answer
 * or the bounds and the number found when the time was up, and what the planner chose.
 *
 * <p>Arguments: {@code one|all|breadth-first|maximal}, repeats, seconds at most for one run, names
 * of graphs in the folder given by the system property {@code cliquestream.graphs}.
 */
public final class CliqueTimesMain {
  private CliqueTimesMain() {}

  public static void main(String[] arguments) {
    Job job = job(arguments[0]);
    int repeats = Integer.parseInt(arguments[1]);
    Duration limit = Duration.ofMillis((long) (1_000 * Double.parseDouble(arguments[2])));
    Path folder =
        RealGraphs.folder()
            .orElseThrow(() -> new IllegalStateException("set -Dcliquestream.graphs=FOLDER"));
    try (CudaEngine engine = CudaEngine.open(EngineOptions.DEFAULT)) {
      for (String name : Arrays.copyOfRange(arguments, 3, arguments.length)) {
        try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder, name))) {
          measure(engine, graph, job, name, repeats, limit);
        }
      }
    }
  }

  /** The job that an argument names. */
  static Job job(String name) {
    return switch (name) {
      case "one" -> MaximumClique.one();
      case "all" -> MaximumClique.all(1_000);
      case "breadth-first" ->
          new MaximumClique(
              false,
              1,
              Optional.empty(),
              Optional.of(CliqueSearch.BREADTH_FIRST),
              BreadthFirst.DEFAULT);
      case "maximal" -> MaximalCliques.count();
      case String other -> throw new IllegalArgumentException("no job is called " + other);
    };
  }

  private static void measure(
      CudaEngine engine, PreparedGraph graph, Job job, String name, int repeats, Duration limit) {
    double[] millis = new double[repeats];
    String answer = "";
    for (int i = 0; i < repeats; i++) {
      JobControl control = JobControl.within(limit);
      long start = System.nanoTime();
      try {
        JobOutcome outcome = engine.run(graph, job, control, ListingSink.NONE);
        answer = text(outcome.answer()) + " " + new TreeMap<>(outcome.plan());
      } catch (StoppedException e) {
        answer =
            "stopped, "
                + e.partial().map(CliqueTimesMain::text).orElse("")
                + control.progress().partialCount().map(n -> n + " found").orElse("");
      }
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    double first = millis[0];
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT, "%-22s %12.2f %12.2f  %s%n", name, first, millis[repeats / 2], answer);
  }

  private static String text(Answer answer) {
    if (answer instanceof Answer.Maximum found) {
      return found.cliqueNumber()
          + " of at most "
          + found.upperBound()
          + found.count().map(n -> ", " + n + " of them").orElse("");
    }
    var found = (Answer.Maximal) answer;
    return found.count()
        + " maximal cliques"
        + (found.bySize().isEmpty() ? "" : ", largest " + found.bySize().lastEntry());
  }
}
