package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.rows.VertexRanges;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a planner wants to know of an oriented graph; one pass over its edges (design notes, section
 * 3.1, item 8). d⁺(u) is an out-degree; sums are over vertices u or over oriented edges u → v; none
 * exceeds m·max d⁺, which fits 63 bits for every graph that fits a machine's memory.
 *
 * @param vertices n
 * @param edges m
 * @param maximumOutDegree largest d⁺
 * @param outDegreeHistogram entry 0: vertices of d⁺ = 0; entry b ≥ 1: those of 2^(b-1) ≤ d⁺ &lt;
 *     2^b
 * @param squaredOutDegrees Σ d⁺(u)²
 * @param targetOutDegrees Σ d⁺(v) over edges: probes when each edge scans its target's row
 * @param smallerOutDegrees Σ min(d⁺(u), d⁺(v)) over edges: probes when each scans the shorter row
 * @param orientedWedges Σ d⁺(u)·(d⁺(u) - 1) / 2: pairs of out-neighbours, so the positions of all
 *     targets in their rows added up
 * @param degeneracy the degeneracy where the order gives it
 */
public record GraphStatistics(
    int vertices,
    long edges,
    int maximumOutDegree,
    long[] outDegreeHistogram,
    long squaredOutDegrees,
    long targetOutDegrees,
    long smallerOutDegrees,
    long orientedWedges,
    OptionalInt degeneracy) {

  private static final int HISTOGRAM = Integer.SIZE;

  /** Computes the statistics with every processor. */
  public static GraphStatistics of(OrientedGraph graph) {
    return of(graph, Parallelism.available());
  }

  /** Computes the statistics. */
  public static GraphStatistics of(OrientedGraph graph, Parallelism parallelism) {
    int n = graph.vertexCount();
    LongAdder[] histogram = new LongAdder[HISTOGRAM];
    Arrays.setAll(histogram, i -> new LongAdder());
    LongAdder squares = new LongAdder();
    LongAdder wedges = new LongAdder();
    LongAdder targets = new LongAdder();
    LongAdder smaller = new LongAdder();
    parallelism.forRanges(
        n,
        VertexRanges.grain(n, parallelism),
        (from, to) -> {
          int[] row = new int[256];
          StopMeter meter = parallelism.meter();
          long targetSum = 0;
          long smallerSum = 0;
          long squareSum = 0;
          long wedgeSum = 0;
          for (int u = (int) from; u < to; u++) {
            int degree = graph.outDegree(u);
            histogram[Integer.SIZE - Integer.numberOfLeadingZeros(degree)].increment();
            squareSum += (long) degree * degree;
            wedgeSum += (long) degree * (degree - 1) / 2;
            meter.work(1 + 2L * degree);
            row = Orientation.room(row, degree);
            graph.copyTargets(u, row);
            for (int i = 0; i < degree; i++) {
              int other = graph.outDegree(row[i]);
              targetSum += other;
              smallerSum += Math.min(degree, other);
            }
          }
          squares.add(squareSum);
          wedges.add(wedgeSum);
          targets.add(targetSum);
          smaller.add(smallerSum);
        });
    long[] counts = new long[HISTOGRAM];
    Arrays.setAll(counts, i -> histogram[i].sum());
    return new GraphStatistics(
        n,
        graph.edgeCount(),
        graph.maximumOutDegree(),
        counts,
        squares.sum(),
        targets.sum(),
        smaller.sum(),
        wedges.sum(),
        switch (graph.ordering()) {
          case DEGREE -> OptionalInt.empty();
          case DEGENERACY -> OptionalInt.of(graph.maximumOutDegree());
        });
  }
}
