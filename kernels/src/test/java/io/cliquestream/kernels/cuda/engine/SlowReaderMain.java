package io.cliquestream.kernels.cuda.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import java.util.Arrays;

/**
 * Lists all triangles of a complete graph to a reader that is slower than the device, in a small
 * heap. Prints how many came, how many of them were new, and the memory that was held.
 */
final class SlowReaderMain {
  /** Rounds of arithmetic that the reader does for a match: some hundred nanoseconds. */
  private static final int ROUNDS = 48;

  /** Matches after which memory is looked at first. */
  private static final long EARLY = 2_000_000;

  private SlowReaderMain() {}

  /** Marks triangles in a bit set; each has its number in the order of combinations. */
  private static final class Reader implements ListingSink {
    private final CudaEngine engine;
    private final long[] seen;
    private long listed;
    private long distinct;
    private long earlyDeviceBytes;
    private long earlyPinnedBytes;
    private long mixed;

    Reader(CudaEngine engine, long triangles) {
      this.engine = engine;
      this.seen = new long[(int) (triangles / Long.SIZE + 1)];
    }

    @Override
    public void accept(int[] vertices) {
      Arrays.sort(vertices);
      long a = vertices[0];
      long b = vertices[1];
      long c = vertices[2];
      long number = a + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6;
      long bit = 1L << number;
      int word = (int) (number / Long.SIZE);
      distinct += (seen[word] & bit) == 0 ? 1 : 0;
      seen[word] |= bit;
      for (int round = 0; round < ROUNDS; round++) {
        mixed = Long.rotateLeft(mixed ^ number, 17) * 0x9E3779B97F4A7C15L;
      }
      if (++listed == EARLY) {
        earlyDeviceBytes = engine.device().map(DeviceStatus::peakBytes).orElseThrow();
        earlyPinnedBytes = engine.pinnedBytes();
      }
    }
  }

  public static void main(String[] arguments) {
    int n = Integer.parseInt(arguments[0]);
    long triangles = (long) n * (n - 1) * (n - 2) / 6;
    try (EdgeArray edges = EdgeArray.narrow();
        CudaEngine engine = CudaEngine.open(EngineOptions.DEFAULT)) {
      for (int u = 0; u < n; u++) {
        for (int v = 0; v < u; v++) {
          edges.add(u, v);
        }
      }
      try (PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
        Reader reader = new Reader(engine, triangles);
        var job =
            new PatternMatch(Pattern.parse("0-1,1-2,2-0"), Induced.EDGE, true, Long.MAX_VALUE);
        long start = System.nanoTime();
        var answer =
            (Answer.Matches) engine.run(graph, job, JobControl.unbounded(), reader).answer();
        System.out.println("matches=" + answer.matches());
        System.out.println("listed=" + reader.listed);
        System.out.println("distinct=" + reader.distinct);
        System.out.println("device.early=" + reader.earlyDeviceBytes);
        System.out.println("device=" + engine.device().map(DeviceStatus::peakBytes).orElseThrow());
        System.out.println("pinned.early=" + reader.earlyPinnedBytes);
        System.out.println("pinned=" + engine.pinnedBytes());
        System.out.println("heap=" + Runtime.getRuntime().maxMemory());
        System.out.println("millis=" + (System.nanoTime() - start) / 1_000_000);
        System.out.println("mixed=" + reader.mixed);
      }
    }
  }
}
