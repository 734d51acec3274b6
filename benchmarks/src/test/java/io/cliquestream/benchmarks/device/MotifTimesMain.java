package io.cliquestream.benchmarks.device;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.reference.RealGraphs;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Times motif censuses of the CUDA engine as jobs, from call to answer. Prints for each graph and
 * run the method, the number of subgraphs, and the seconds of preparing and of computing.
 *
 * <p>Arguments: size, repeats, names of graphs in the folder given by the system property {@code
 * cliquestream.graphs}.
 */
public final class MotifTimesMain {
  private MotifTimesMain() {}

  public static void main(String[] arguments) {
    MotifCensus job = new MotifCensus(Integer.parseInt(arguments[0]));
    int repeats = Integer.parseInt(arguments[1]);
    Path folder =
        RealGraphs.folder()
            .orElseThrow(() -> new IllegalStateException("set -Dcliquestream.graphs=FOLDER"));
    try (CudaEngine engine = CudaEngine.open(EngineOptions.DEFAULT)) {
      for (String name : Arrays.copyOfRange(arguments, 2, arguments.length)) {
        try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder, name))) {
          for (int i = 0; i < repeats; i++) {
            print(name, job, engine.run(graph, job));
          }
        }
      }
    }
  }

  private static void print(String name, MotifCensus job, JobOutcome outcome) {
    var counts = ((Answer.Motifs) outcome.answer()).counts();
    System.out.printf(
        Locale.ROOT,
        "%s, %d vertices, %s: %d classes, %s subgraphs, prepare %.3f s, compute %.3f s%n",
        name,
        job.size(),
        outcome.plan().get("method"),
        counts.size(),
        counts.values().stream().reduce(BigInteger.ZERO, BigInteger::add),
        outcome.prepareNanos() / 1e9,
        outcome.computeNanos() / 1e9);
  }
}
