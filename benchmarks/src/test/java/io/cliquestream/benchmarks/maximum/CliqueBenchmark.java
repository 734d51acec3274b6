package io.cliquestream.benchmarks.maximum;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RealGraphs;
import java.nio.file.Path;
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
 * Maximum cliques (ordering included) and maximal cliques (orientation built once, before) of
 * graphs that are loaded already. Needs the system property {@code cliquestream.graphs}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CliqueBenchmark {
  @Param({"ca-AstroPh", "email-Enron", "soc-Epinions1", "ego-twitter", "cnr-2000"})
  public String graph;

  @Param({"1"})
  public int threads;

  private PreparedGraph.Owned loaded;
  private CpuScheduler scheduler;

  @Setup
  public void load() {
    Path folder =
        RealGraphs.folder()
            .orElseThrow(() -> new IllegalStateException("set -Dcliquestream.graphs=FOLDER"));
    loaded = PreparedGraph.of(RealGraphs.read(folder, graph));
    scheduler = new CpuScheduler(threads);
  }

  @TearDown
  public void close() {
    scheduler.close();
    loaded.close();
  }

  @Benchmark
  public Answer oneMaximumClique() {
    return run(MaximumClique.one());
  }

  @Benchmark
  public Answer allMaximumCliques() {
    return run(MaximumClique.all(1000));
  }

  @Benchmark
  public Answer maximalCliques() {
    return run(MaximalCliques.count());
  }

  private Answer run(Job job) {
    return CpuAlgorithms.run(
        job, new CpuJobRun(loaded, JobControl.unbounded(), ListingSink.NONE, scheduler));
  }
}
