package io.cliquestream.benchmarks.host;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Triangle and k-clique counting on a skewed random graph of 20,000 vertices and about 400,000
 * edges that is made here, so that the benchmark needs no files. Real graphs: {@link
 * CliqueBenchmarkMain}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class CliqueBenchmark {
  /** Threads of the engine. */
  @Param({"1", "2"})
  public int threads;

  private CpuEngine engine;
  private PreparedGraph.Owned graph;

  /** Makes the graph and both orientations. */
  @Setup
  public void prepare() {
    engine = new CpuEngine(threads);
    Random random = new Random(1);
    int n = 20_000;
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int i = 0; i < 450_000; i++) {
        double a = random.nextDouble();
        double b = random.nextDouble();
        edges.add((long) (n * a * a * a), (long) (n * b * b * b));
      }
      graph = PreparedGraph.of(GraphBuilder.build(edges));
    }
    triangles();
    count(4, KCliqueMethod.ORIENTATION);
  }

  /** Frees everything. */
  @TearDown
  public void close() {
    engine.close();
    graph.close();
  }

  /** The number of triangles. */
  @Benchmark
  public JobOutcome triangles() {
    return engine.run(graph, TriangleCount.total());
  }

  /** Triangles by vertex and by edge, and clustering. */
  @Benchmark
  public JobOutcome trianglesByVertexAndEdge() {
    return engine.run(graph, new TriangleCount(true, true, true, Optional.empty()));
  }

  /** 4-cliques by orientation. */
  @Benchmark
  public JobOutcome fourCliquesByOrientation() {
    return count(4, KCliqueMethod.ORIENTATION);
  }

  /** 6-cliques by pivoting. */
  @Benchmark
  public JobOutcome sixCliquesByPivoting() {
    return count(6, KCliqueMethod.PIVOTING);
  }

  /** Cliques of every size. */
  @Benchmark
  public JobOutcome cliquesOfEverySize() {
    return engine.run(graph, KCliqueCount.all());
  }

  private JobOutcome count(int k, KCliqueMethod method) {
    return engine.run(graph, new KCliqueCount(k, k, false, Optional.of(method), Optional.empty()));
  }
}
