package io.cliquestream.kernels.cpu.triangle;

import io.cliquestream.kernels.cpu.CpuJobRun;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.TriangleCount;
import java.math.BigInteger;
import java.util.Optional;

/** Counts triangles on the CPU. */
public final class CpuTriangleCount {
  private CpuTriangleCount() {}

  /** Runs the job. */
  public static Answer run(TriangleCount job, CpuJobRun run) {
    var graph = run.oriented(job.ordering().orElse(Ordering.DEGREE));
    long triangles = 0;
    for (int u = 0; u < graph.vertexCount(); u++) {
      run.control().checkStopped();
      for (long i = graph.offset(u); i < graph.offset(u + 1); i++) {
        int v = graph.target(i);
        long a = graph.offset(u);
        long b = graph.offset(v);
        while (a < i && b < graph.offset(v + 1)) {
          int x = graph.target(a);
          int y = graph.target(b);
          triangles += x == y ? 1 : 0;
          a += x <= y ? 1 : 0;
          b += y <= x ? 1 : 0;
        }
      }
    }
    return new Answer.Triangles(
        BigInteger.valueOf(triangles), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
