package io.cliquestream.kernels.cuda.engine;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.RawEdges;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.List;
import java.util.Optional;

/**
 * One edge array given to a GPU as it is, as rows, and to the host: the same answers, and the same
 * graph by its numbers. Knows no test framework, so that a host without one can run it.
 */
public final class RawAgainstRows {
  private static final List<Job> JOBS =
      List.of(TriangleCount.total(), KCliqueCount.range(3, 5), KCliqueCount.range(1, 2));

  private RawAgainstRows() {}

  /**
   * Compares; closes the array.
   *
   * @return what differs, or null
   */
  public static String difference(CudaEngine gpu, CpuEngine cpu, EdgeArray edges) {
    try (Graph rows = GraphBuilder.build(edges);
        PreparedGraph.Owned raw =
            PreparedGraph.of(new RawEdges(edges), pairs -> GraphBuilder.build(pairs.edges()));
        PreparedGraph.Owned built = PreparedGraph.of(copyOf(rows))) {
      for (Job job : JOBS) {
        JobOutcome fromPairs = gpu.run(raw, job);
        Answer expected = cpu.run(built, job).answer();
        if (!fromPairs.answer().equals(expected)) {
          return job + ": " + fromPairs.answer() + " from pairs, the host " + expected;
        }
        Answer fromRows = gpu.run(built, job).answer();
        if (!fromRows.equals(expected)) {
          return job + ": " + fromRows + " from rows, the host " + expected;
        }
      }
      if (raw.vertexTotal() != rows.vertexCount() || raw.edgeTotal() != rows.edgeCount()) {
        return "%d vertices and %d edges from pairs, %d and %d from rows"
            .formatted(raw.vertexTotal(), raw.edgeTotal(), rows.vertexCount(), rows.edgeCount());
      }
      Optional<RawEdges.Found> found = raw.raw().flatMap(RawEdges::found);
      if (found.isPresent() && !found.get().input().equals(rows.input())) {
        return found.get().input() + " from pairs, from rows " + rows.input();
      }
      // A job that names vertices builds the rows.
      Job local = new TriangleCount(true, false, false, Optional.empty());
      CountArray expected = byVertex(cpu.run(built, local));
      CountArray counts = byVertex(gpu.run(raw, local));
      for (long v = 0; v < rows.vertexCount(); v++) {
        if (!counts.get(v).equals(expected.get(v))) {
          return "vertex %d has %s from pairs, %s on the host"
              .formatted(v, counts.get(v), expected.get(v));
        }
      }
      return null;
    }
  }

  private static CountArray byVertex(JobOutcome outcome) {
    return ((Answer.Triangles) outcome.answer()).perVertex().orElseThrow();
  }

  private static Graph copyOf(Graph rows) {
    EdgeArray pairs = EdgeArray.wide();
    try (pairs) {
      rows.forEachEdge(pairs::add);
      return GraphBuilder.build(pairs);
    }
  }
}
