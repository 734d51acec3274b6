package io.cliquestream.kernels.cpu.estimate;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.part.RootRange;

/**
 * The roots that can have cliques of a job's sizes, the color paths below each by size, and how
 * many draws fell on each. Different threads write different roots.
 */
final class PathRoots {
  private final OrientedGraph graph;
  private final CliqueEstimate job;
  private final int smallest;
  private final int[] roots;
  private final double[][] paths;
  private final int[][] draws;
  private final double[] totals;

  /** All roots, without paths and draws. */
  PathRoots(OrientedGraph graph, CliqueEstimate job, StopMeter meter) {
    this.graph = graph;
    this.job = job;
    this.smallest = Math.max(3, job.smallest());
    int count = 0;
    for (int rank = 0; rank < graph.vertexCount(); rank++) {
      meter.work(1);
      count += graph.outDegree(rank) >= smallest - 1 ? 1 : 0;
    }
    this.roots = new int[count];
    int next = 0;
    for (int rank = 0; next < count; rank++) {
      if (graph.outDegree(rank) >= smallest - 1) {
        roots[next++] = rank;
      }
    }
    int sizes = Math.max(0, job.largest() - smallest + 1);
    this.paths = new double[sizes][count];
    this.draws = new int[sizes][count];
    this.totals = new double[sizes];
  }

  /** Bytes for a graph of so many vertices. */
  static long bytes(CliqueEstimate job, long vertices) {
    return vertices * (4 + 12L * (job.largest() - job.smallest() + 1));
  }

  /** The smallest size that needs paths. */
  int smallest() {
    return smallest;
  }

  /** The roots in chunks of about equal work. */
  RootChunks chunks(CpuJobRun run) {
    int wanted = EstimatePolicy.CHUNKS_PER_THREAD * run.scheduler().threadCount();
    return RootChunks.of(
        RootRange.ALL.within(roots.length),
        this::cost,
        Math.min(EstimatePolicy.MAXIMUM_CHUNKS, wanted),
        0,
        run.meter());
  }

  /** Reading the rows, coloring, and adding up the paths of every length. */
  private double cost(int index) {
    double degree = graph.outDegree(roots[index]);
    return 1 + degree * (8 + degree) * Math.min(job.largest(), 1 + degree / 8);
  }

  /** Counts the paths of a root. */
  void count(int index, ColorPaths below) {
    below.load(roots[index]);
    for (int size = smallest; size <= job.largest(); size++) {
      paths[size - smallest][index] = below.paths(size - 1);
    }
  }

  /** Adds up the paths of all roots, once they are counted. */
  void addUp(StopMeter meter) {
    for (int i = 0; i < totals.length; i++) {
      double sum = 0;
      for (double own : paths[i]) {
        meter.work(1);
        sum += own;
      }
      totals[i] = sum;
    }
  }

  /** All paths of a size, after {@link #addUp}. */
  double total(int size) {
    return totals[size - smallest];
  }

  /** Draws roots for a size in proportion to their paths, of which there are {@code total}. */
  void draw(int size, double total, long seed, StopMeter meter) {
    double[] own = paths[size - smallest];
    int[] drawn = draws[size - smallest];
    SortedDraws sorted = new SortedDraws(job.samples(), total, seed, meter);
    int last = 0;
    for (int i = 0; i < own.length; i++) {
      if (own[i] > 0) {
        drawn[i] = (int) sorted.on(own[i]);
        meter.work(2);
        last = i;
      }
    }
    drawn[last] += (int) sorted.left();
  }

  /** Whether anything was drawn for a root. */
  boolean isDrawn(int index) {
    for (int[] drawn : draws) {
      if (drawn[index] > 0) {
        return true;
      }
    }
    return false;
  }

  /** Draws of a root for a size. */
  int draws(int size, int index) {
    return draws[size - smallest][index];
  }

  /** The rank of a root. */
  int rank(int index) {
    return roots[index];
  }
}
