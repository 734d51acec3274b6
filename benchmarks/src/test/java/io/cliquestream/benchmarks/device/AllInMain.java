package io.cliquestream.benchmarks.device;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.RawEdges;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.graph.file.GraphFileFormat;
import io.cliquestream.kernels.graph.file.GraphFiles;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.job.TriangleCount;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Triangles all in, in a process that goes on: from pairs or from rows in the host's memory to the
 * count, with nothing of the graph on the device. What the C program {@code triangles} measures of
 * pinned pairs, for the engine.
 *
 * <p>Arguments: repeats, then FILE=TRIANGLES each: plain pairs of 32 bits; FILE=TRIANGLES=shuffled
 * for the same pairs in any order. Prints medians, and the least of the whole; a wrong count ends
 * it.
 */
public final class AllInMain {
  /** So many runs at least before those that count. */
  private static final int WARM_UP = 6;

  /** And so long at least: code that runs a few dozen times a job is compiled by then. */
  private static final long WARM_UP_NANOS = 1_000_000_000L;

  private AllInMain() {}

  public static void main(String[] arguments) {
    int repeats = Integer.parseInt(arguments[0]);
    System.out.printf(
        "%-26s %-8s %11s %8s %8s %8s %8s %8s %8s%n",
        "graph", "from", "edges", "all in", "least", "copy", "prepare", "plan", "count");
    try (CudaEngine engine = CudaEngine.open(EngineOptions.ONE_JOB)) {
      for (String argument : Arrays.copyOfRange(arguments, 1, arguments.length)) {
        String[] parts = argument.split("=", 3);
        Path file = Path.of(parts[0]);
        long expected = Long.parseLong(parts[1]);
        EdgeArray edges =
            GraphFiles.read(
                file, GraphFileFormat.U32, ReadLimits.defaults(), JobControl.unbounded());
        if (parts.length > 2) {
          edges = shuffled(edges);
        }
        String name = file.getFileName() + (parts.length > 2 ? ", shuffled" : "");
        try (EdgeArray pairs = edges) {
          measure(engine, name, pairs, expected, repeats);
        }
      }
    }
  }

  private static void measure(
      CudaEngine engine, String name, EdgeArray edges, long expected, int repeats) {
    try (PreparedGraph.Owned graph =
        PreparedGraph.of(GraphBuilder.build(edges, Parallelism.available()))) {
      new Times(repeats)
          .measure(engine, () -> graph, expected)
          .print(name, "rows", graph.edgeTotal());
    }
    // Not closed: the pairs are used again.
    new Times(repeats)
        .measure(
            engine,
            () -> PreparedGraph.of(new RawEdges(edges), pairs -> GraphBuilder.build(pairs.edges())),
            expected)
        .print(name, "pairs", edges.size());
  }

  /** The pairs in another order. */
  private static EdgeArray shuffled(EdgeArray edges) {
    int[] order = new int[(int) edges.size()];
    Random random = new Random(1);
    for (int i = 0; i < order.length; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    EdgeArray result = EdgeArray.narrow();
    try (edges) {
      for (int i : order) {
        result.add(edges.from(i), edges.to(i));
      }
      return result;
    }
  }

  /** What the runs took, in ms. */
  private static final class Times {
    private final double[] whole;
    private final double[] copy;
    private final double[] prepare;
    private final double[] plan;
    private final double[] count;

    Times(int repeats) {
      whole = new double[repeats];
      copy = new double[repeats];
      prepare = new double[repeats];
      plan = new double[repeats];
      count = new double[repeats];
    }

    Times measure(CudaEngine engine, Supplier<PreparedGraph> graphs, long expected) {
      long start = System.nanoTime();
      for (int i = 0; i < WARM_UP || System.nanoTime() - start < WARM_UP_NANOS; i++) {
        run(engine, graphs.get(), expected, -1);
      }
      for (int i = 0; i < whole.length; i++) {
        run(engine, graphs.get(), expected, i);
      }
      return this;
    }

    /** Runs below 0 only warm up. */
    private void run(CudaEngine engine, PreparedGraph graph, long expected, int index) {
      engine.clearCache();
      long start = System.nanoTime();
      JobOutcome outcome = engine.run(graph, TriangleCount.total());
      double took = (System.nanoTime() - start) / 1e6;
      if (!(outcome.answer() instanceof Answer.Triangles found)
          || !found.triangles().toString().equals(Long.toString(expected))) {
        throw new IllegalStateException(outcome.answer() + ", not " + expected);
      }
      if (index >= 0) {
        whole[index] = took;
        copy[index] = outcome.copyNanos() / 1e6;
        plan[index] = outcome.planNanos() / 1e6;
        prepare[index] = (outcome.prepareNanos() - outcome.copyNanos() - outcome.planNanos()) / 1e6;
        count[index] = outcome.computeNanos() / 1e6;
      }
    }

    void print(String name, String from, long edges) {
      System.out.printf(
          Locale.ROOT,
          "%-26s %-8s %11d %8.3f %8.3f %8.3f %8.3f %8.3f %8.3f%n",
          name,
          from,
          edges,
          median(whole),
          Collections.min(Arrays.stream(whole).boxed().toList()),
          median(copy),
          median(prepare),
          median(plan),
          median(count));
    }

    private static double median(double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      return sorted[sorted.length / 2];
    }
  }
}
