package io.cliquestream.benchmarks.device;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers a second on many small graphs that the engine holds: triangles of one graph after the
 * other, by several callers. Every answer is held against the host's engine.
 *
 * <p>Arguments: engine (cpu, cuda, auto, or cuda-process for the service's way: the GPU in a
 * process of its own), graphs, edges of each, callers, lanes, rounds over all graphs.
 */
public final class ManyGraphsMain {
  private ManyGraphsMain() {}

  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[1]);
    int edges = Integer.parseInt(arguments[2]);
    int callers = Integer.parseInt(arguments[3]);
    int lanes = Integer.parseInt(arguments[4]);
    int rounds = Integer.parseInt(arguments[5]);
    List<PreparedGraph.Owned> graphs = new ArrayList<>();
    List<Answer> expected = new ArrayList<>();
    try (Engine host = Engines.open(EngineChoice.CPU, 0)) {
      for (int seed = 0; seed < count; seed++) {
        graphs.add(graph(seed, edges));
        expected.add(host.run(graphs.getLast(), TriangleCount.total()).answer());
      }
    }
    EngineOptions options = new EngineOptions(0, 0, lanes, 0, 0);
    boolean apart = arguments[0].equals("cuda-process");
    EngineChoice choice =
        apart ? EngineChoice.CUDA : EngineChoice.valueOf(arguments[0].toUpperCase(Locale.ROOT));
    try (Engine engine =
        apart ? Engines.openSupervised(choice, options) : Engines.open(choice, options)) {
      for (int round = 0; round <= rounds; round++) {
        long start = System.nanoTime();
        run(engine, graphs, expected, callers);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
            Locale.ROOT,
            "%s, %d graphs of %d pairs, %d callers, %d lanes, %s: %.0f answers/s%n",
            arguments[0],
            count,
            edges,
            callers,
            lanes,
            round == 0 ? "graphs sent first" : "graphs held",
            count / seconds);
      }
    }
    graphs.forEach(PreparedGraph.Owned::close);
  }

  private static PreparedGraph.Owned graph(int seed, int edges) {
    SplittableRandom random = new SplittableRandom(seed);
    try (EdgeArray pairs = EdgeArray.narrow()) {
      for (int i = 0; i < edges; i++) {
        pairs.add(random.nextInt(edges / 5), random.nextInt(edges / 5));
      }
      return PreparedGraph.of(GraphBuilder.build(pairs));
    }
  }

  private static void run(
      Engine engine, List<PreparedGraph.Owned> graphs, List<Answer> expected, int callers)
      throws InterruptedException, ExecutionException {
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> ends = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
      for (int caller = 0; caller < callers; caller++) {
        ends.add(
            threads.submit(
                () -> {
                  for (int i = next.getAndIncrement();
                      i < graphs.size();
                      i = next.getAndIncrement()) {
                    Answer answer = engine.run(graphs.get(i), TriangleCount.total()).answer();
                    if (!answer.equals(expected.get(i))) {
                      throw new IllegalStateException(
                          "graph " + i + ": " + answer + ", not " + expected.get(i));
                    }
                  }
                }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    }
  }
}
