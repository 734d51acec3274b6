package io.cliquestream.benchmarks.host;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.GraphFileFormat;
import io.cliquestream.kernels.graph.file.GraphFiles;
import io.cliquestream.kernels.graph.file.ReadLimits;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
import org.openjdk.jmh.annotations.Warmup;

/** Text and pairs from memory to an edge array on one thread; the counter says bytes a second. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ReadBenchmark {
  private static final int EDGES = 1 << 20;
  private static final int VERTICES = 1 << 20;

  @Param({"snap", "mtx", "dimacs", "metis", "u32"})
  private String format;

  private byte[] file;

  /** Bytes of files read. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Bytes {
    public long read;
  }

  @Setup
  public void write() {
    StringBuilder text = new StringBuilder(24 * EDGES);
    String pair =
        switch (format) {
          case "mtx" -> "%d %d 1.5%n";
          case "dimacs" -> "e %d %d%n";
          default -> "%d\t%d%n";
        };
    switch (format) {
      case "mtx" ->
          text.append("%%MatrixMarket matrix coordinate real general\n")
              .append("%d %d %d%n".formatted(VERTICES, VERTICES, EDGES));
      case "dimacs" -> text.append("p edge %d %d%n".formatted(VERTICES, EDGES));
      case "metis" -> text.append("%d %d%n".formatted(VERTICES, VERTICES));
      default -> {}
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < EDGES; i++) {
      if (format.equals("metis")) {
        int next = (i + 1000) % VERTICES + 1;
        int last = (i + VERTICES - 1000) % VERTICES + 1;
        text.append(next).append(' ').append(last).append('\n');
      } else {
        text.append(pair.formatted(1 + random.nextInt(VERTICES), 1 + random.nextInt(VERTICES)));
      }
    }
    file =
        format.equals("u32")
            ? new byte[2 * Integer.BYTES * EDGES]
            : text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  @Benchmark
  public long read(Bytes bytes) {
    try (EdgeArray edges =
        GraphFiles.read(
            new ByteArrayInputStream(file),
            "benchmark",
            GraphFileFormat.ofLabel(format).orElseThrow(),
            ReadLimits.defaults().withParallelism(new Parallelism(1)),
            JobControl.unbounded())) {
      bytes.read += file.length;
      return edges.size();
    }
  }
}
