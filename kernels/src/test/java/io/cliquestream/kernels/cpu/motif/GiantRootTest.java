package io.cliquestream.kernels.cpu.motif;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.memory.MemoryMeter;
import io.cliquestream.kernels.part.RootRange;
import io.cliquestream.kernels.pattern.LocalSum;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One hub that has most of the work. */
final class GiantRootTest {
  /** A turn on a machine where other threads always have nothing to do; keeps what it is given. */
  private static final class Idle implements Slice<HubPairPass.Counts> {
    private final boolean takes;
    private final Deque<Part<HubPairPass.Counts>> parts = new ArrayDeque<>();
    private int taken;

    Idle(boolean takes) {
      this.takes = takes;
    }

    @Override
    public void checkStopped() {}

    @Override
    public boolean shouldSplit() {
      return true;
    }

    @Override
    public boolean offer(Part<HubPairPass.Counts> part) {
      if (takes) {
        parts.add(part);
        taken++;
      }
      return takes;
    }
  }

  @Test
  void hubHandsHalvesOverAndTheSumsStayTheSame() {
    try (CpuScheduler scheduler = new CpuScheduler(1);
        PreparedGraph.Owned prepared = hubOverCommunities(400, 24)) {
      var run = new CpuJobRun(prepared, JobControl.unbounded(), ListingSink.NONE, scheduler);
      try (RankedGraph graph = RankedGraph.of(run)) {
        SumTable whole = new SumTable();
        SumTable halves = new SumTable();
        assertThat(pairs(graph, scheduler, whole, new Idle(false))).isZero();
        assertThat(pairs(graph, scheduler, halves, new Idle(true))).isGreaterThan(3);
        for (LocalSum sum : LocalSum.values()) {
          assertThat(halves.value(sum)).as(sum.name()).isEqualTo(whole.value(sum));
        }
        assertThat(whole.value(LocalSum.WEDGES_AT_LATER_END)).isPositive();
      }
    }
  }

  /** Runs the pass over pairs; returns how many parts were handed over. */
  private static int pairs(RankedGraph graph, CpuScheduler scheduler, SumTable result, Idle slice) {
    StopMeter meter = new StopMeter(StopCheck.NEVER);
    RootChunks chunks = RootChunks.of(new RootRange(0, graph.vertexCount()), root -> 1, meter);
    try (ArcTriangles triangles = new ArcTriangles(graph.arcCount(), new MemoryMeter())) {
      scheduler.run(JobControl.unbounded(), new TriangleCountPass(graph, triangles, chunks));
      scheduler.run(
          JobControl.unbounded(), new TrianglePass(graph, triangles, chunks, new SumTable()));
      try (var page =
          new NeighborhoodPage(graph, triangles, 0, Long.MAX_VALUE, meter, new MemoryMeter())) {
        scheduler.run(JobControl.unbounded(), new NeighborhoodPage.Fill(page, chunks));
        int hubs = graph.vertexCount();
        HubPairPass pass = new HubPairPass(graph, hubs, page, chunks, result, meter);
        HubPairPass.Counts state = pass.newState();
        for (long chunk = 0; chunk < pass.chunkCount(); chunk++) {
          pass.process(chunk, state, slice);
        }
        while (!slice.parts.isEmpty()) {
          slice.parts.poll().process(state, slice);
        }
        pass.merge(state);
      }
    }
    return slice.taken;
  }

  /** Vertex 0 beside everybody; the others in dense communities. */
  private static PreparedGraph.Owned hubOverCommunities(int communities, int size) {
    Random random = new Random(1);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int community = 0; community < communities; community++) {
        int first = 1 + community * size;
        for (int v = 0; v < size; v++) {
          edges.add(0, first + v);
          for (int u = 0; u < v; u++) {
            if (random.nextInt(4) > 0) {
              edges.add(first + u, first + v);
            }
          }
        }
      }
      return PreparedGraph.of(GraphBuilder.build(edges));
    }
  }
}
