package io.cliquestream.kernels.assembly;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import java.math.BigInteger;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The answer of a {@link KCliqueCount} by vertex or edge, put together in the same way by every
 * engine. Each k-clique has k vertices and C(k, 2) edges, so the counts add up to that many times
 * the total: it is read off them, and a remainder is a defect that every job finds.
 */
public final class LocalCliqueAnswer {
  /** Counts that are looked at together: 32 KiB of them. */
  private static final int BLOCK = 1 << 12;

  /** Counts that are worth a thread. */
  private static final long GRAIN = 1 << 15;

  private LocalCliqueAnswer() {}

  /**
   * The answer for k = 1 and 2, the vertices and the edges, and for a graph without larger cliques.
   */
  public static Answer.KCliques withoutSearch(
      KCliqueCount job, SimpleGraph graph, StopMeter meter) {
    int k = job.smallest();
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    counts.put(
        k,
        switch (k) {
          case 1 -> BigInteger.valueOf(graph.vertexTotal());
          case 2 -> BigInteger.valueOf(graph.edgeCount());
          default -> BigInteger.ZERO;
        });
    CountArray byVertex = job.perVertex() ? new CountArray(graph.vertexTotal()) : null;
    for (long v = 0; byVertex != null && k <= 2 && v < byVertex.size(); v++) {
      meter.work(2);
      byVertex.set(v, k == 1 ? 1 : graph.rowOffset(v + 1) - graph.rowOffset(v));
    }
    CountArray byEdge = job.perEdge() ? new CountArray(graph.edgeCount()) : null;
    for (long edge = 0; byEdge != null && k == 2 && edge < byEdge.size(); edge++) {
      meter.work(1);
      byEdge.set(edge, 1);
    }
    return new Answer.KCliques(counts, Optional.ofNullable(byVertex), Optional.ofNullable(byEdge));
  }

  /**
   * The answer out of the counts that the job asks for.
   *
   * @param byVertex k-cliques of each vertex; null when they are not asked for
   * @param byEdge k-cliques of each edge; null when they are not asked for
   * @throws ComputeException INTERNAL when the counts do not add up
   */
  public static Answer.KCliques of(
      KCliqueCount job, CountArray byVertex, CountArray byEdge, Parallelism parallelism) {
    long k = job.smallest();
    BigInteger total = null;
    if (byVertex != null) {
      total = share(byVertex, k, "vertex", parallelism);
    }
    if (byEdge != null) {
      BigInteger sameTotal = share(byEdge, k * (k - 1) / 2, "edge", parallelism);
      if (total != null && !total.equals(sameTotal)) {
        throw new ComputeException(
            FailureCode.INTERNAL,
            "the counts by vertex say " + total + " cliques, those by edge " + sameTotal);
      }
      total = sameTotal;
    }
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    counts.put(job.smallest(), total);
    return new Answer.KCliques(counts, Optional.ofNullable(byVertex), Optional.ofNullable(byEdge));
  }

  /**
   * The counts by vertex that counts by edge imply: a k-clique through a vertex holds k − 1 of its
   * edges.
   *
   * @param k 2 or more
   * @throws ComputeException INTERNAL when the counts do not add up
   */
  public static CountArray byVertex(SimpleGraph graph, int k, CountArray byEdge, StopMeter meter) {
    CountArray sums = new CountArray(graph.vertexTotal());
    long edge = 0;
    for (long v = 0; v < graph.vertexTotal(); v++) {
      for (long i = graph.rowOffset(v); i < graph.rowOffset(v + 1); i++) {
        meter.work(4);
        long other = graph.neighborAt(i);
        if (other > v) {
          BigInteger count = byEdge.get(edge++);
          if (count.signum() != 0) {
            sums.add(v, count);
            sums.add(other, count);
          }
        }
      }
      // No edge to a smaller vertex is still to come.
      BigInteger[] cliques = sums.get(v).divideAndRemainder(BigInteger.valueOf(k - 1L));
      if (cliques[1].signum() != 0) {
        throw new ComputeException(
            FailureCode.INTERNAL,
            "the counts by edge at a vertex do not add up to a multiple of " + (k - 1));
      }
      sums.set(v, cliques[0]);
    }
    return sums;
  }

  private static BigInteger share(
      CountArray counts, long times, String by, Parallelism parallelism) {
    BigInteger[] total = sum(counts, parallelism).divideAndRemainder(BigInteger.valueOf(times));
    if (total[1].signum() != 0) {
      throw new ComputeException(
          FailureCode.INTERNAL, "the counts by " + by + " do not add up to a multiple of " + times);
    }
    return total[0];
  }

  private static BigInteger sum(CountArray counts, Parallelism parallelism) {
    AtomicReference<BigInteger> sum = new AtomicReference<>(BigInteger.ZERO);
    parallelism.forRanges(
        counts.size(),
        GRAIN,
        (from, to) -> {
          BigInteger more = sum(counts, from, to, parallelism.meter());
          sum.accumulateAndGet(more, BigInteger::add);
        });
    return sum.get();
  }

  /** By blocks: an array is added up many times faster than numbers that are asked for singly. */
  private static BigInteger sum(CountArray counts, long from, long to, StopMeter meter) {
    BigInteger sum = BigInteger.ZERO;
    long[] block = new long[(int) Math.min(BLOCK, to - from)];
    for (long first = from; first < to; first += BLOCK) {
      int length = (int) Math.min(BLOCK, to - first);
      meter.work(length);
      counts.getAll(first, block, length);
      for (int i = 0; i < length; i++) {
        if (block[i] < 0) {
          sum = sum.add(counts.get(first + i));
          block[i] = 0;
        }
      }
      sum = sum.add(sum(block, length));
    }
    return sum;
  }

  /** The halves of 64 bits apart, so that nothing overflows. */
  private static BigInteger sum(long[] block, int length) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < length; i++) {
      low += block[i] & 0xFFFF_FFFFL;
      high += block[i] >>> Integer.SIZE;
    }
    return BigInteger.valueOf(high).shiftLeft(Integer.SIZE).add(BigInteger.valueOf(low));
  }
}
