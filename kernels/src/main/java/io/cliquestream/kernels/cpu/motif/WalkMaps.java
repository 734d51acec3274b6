package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.part.RootRange;
import io.cliquestream.kernels.pattern.MappedMotif;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.MotifFormulas;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.IntToDoubleFunction;

/**
 * Counts the motifs of six vertices that are {@link MappedMotif}s by their homomorphisms, from
 * which the maps that are not injective are taken away by the motifs of three to five vertices.
 */
public final class WalkMaps {
  private static final double MOST = 0x1p61;

  /** Steps of a walk of two edges, and of the triangles that hang on it, beside one of a row. */
  private static final double WALK_STEPS = 32;

  private WalkMaps() {}

  /**
   * The sums over the run's roots that the motifs follow from, by name.
   *
   * @throws ComputeException GRAPH_TOO_LARGE when there are 2^31 arcs or the largest degree times
   *     arcs is 2^62
   */
  public static SortedMap<String, BigInteger> sums(CpuJobRun run) {
    SortedMap<String, BigInteger> sums = new MotifCounter(run).sums(smaller(), Induced.EDGE);
    Map<MappedMotif, ExactSum> maps = WalkMapPass.sums();
    try (RankedGraph graph = RankedGraph.of(run)) {
      if (graph.arcCount() > Integer.MAX_VALUE
          || (double) graph.maximumDegree() * graph.edgeCount() >= MOST) {
        throw new ComputeException(
            FailureCode.GRAPH_TOO_LARGE,
            "formulas of six vertices need fewer than 2^31 arcs, not " + graph.arcCount());
      }
      IntToDoubleFunction twoSteps = MotifCounter.twoSteps(graph, run.meter());
      RootChunks all = RootChunks.of(new RootRange(0, graph.vertexCount()), twoSteps, run.meter());
      RootChunks own =
          RootChunks.of(
              run.roots(graph.vertexCount()),
              root -> graph.arcCount() + WALK_STEPS * twoSteps.applyAsDouble(root),
              run.meter());
      run.control().beginPhase(Phase.COMPUTING, all.total() + own.total());
      try (ArcTriangles triangles = new ArcTriangles(graph.arcCount(), run.control().memory())) {
        run.scheduler().run(run.control(), new ArcTrianglePass(graph, triangles, all));
        run.scheduler().run(run.control(), new WalkMapPass(graph, triangles, own, maps));
      }
    }
    maps.forEach((motif, sum) -> sums.put(motif.sumName(), sum.value()));
    return sums;
  }

  /** Whether sums are of these, with whatever else. */
  public static boolean areIn(Map<String, BigInteger> sums) {
    return sums.containsKey(MappedMotif.EDGE.sumName());
  }

  /**
   * Edge-induced counts of the motifs, by name.
   *
   * @param sums over all roots
   */
  public static Map<String, BigInteger> counts(Map<String, BigInteger> sums) {
    MotifFormulas formulas = new MotifFormulas(sum -> sums.get(sum.name()));
    return MappedMotif.counts(sums::get, formulas::count);
  }

  /** Most memory of {@link #sums}. */
  public static JobBytes bytes(GraphShape graph, int threads, long pageBytes) {
    long n = graph.vertices();
    long m = graph.edges();
    long thread = WalkMapPass.VERTEX_BYTES * n + 4L * graph.maximumDegree() + (1L << 14);
    JobBytes own = new JobBytes(8 * n + (threads + 1) * thread, 8 * (n + 1) + 16 * m);
    return own.or(MotifCounter.bytes(graph, threads, pageBytes));
  }

  private static List<Motif> smaller() {
    List<Motif> motifs = new ArrayList<>();
    for (int size = MappedMotif.SIZE - 1; !Motif.ofSize(size).isEmpty(); size--) {
      motifs.addAll(Motif.ofSize(size));
    }
    return motifs;
  }
}
