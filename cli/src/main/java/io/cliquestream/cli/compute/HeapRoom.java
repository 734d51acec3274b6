package io.cliquestream.cli.compute;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.TriangleCount;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Locale;

/**
 * Whether the Java heap can take an order of a graph's vertices: the one part of a graph that lies
 * there, two arrays of an int a vertex by degree and three by degeneracy. Asked before the work
 * begins, and refuses only what cannot be: an array lies in one generation of the heap.
 */
final class HeapRoom {
  private static final long ARRAY_HEADER = 16;

  /** For all else that lives, small beside the arrays of a graph for which this matters. */
  private static final long BESIDE = 128L << 20;

  /** Of the old generation, what every command holds. */
  private static final long ALWAYS_THERE = 4L << 20;

  private HeapRoom() {}

  /**
   * Checks that a job of the CPU engine can order the vertices.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED with the heap that suffices
   */
  static void require(Job job, SimpleGraph graph) {
    if (!(graph instanceof Graph)) {
      return; // Ordered shard by shard.
    }
    int arrays = arrays(job);
    long bytes = graph.vertexTotal() * Integer.BYTES + ARRAY_HEADER;
    if (places(bytes) < arrays) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          String.format(
              Locale.ROOT,
              "ordering %,d vertices takes %d arrays of %,d MiB on the Java heap, which takes %,d"
                  + " MiB at most; CLIQUESTREAM_JAVA_OPTIONS=-Xmx%dm is enough",
              graph.vertexTotal(),
              arrays,
              bytes >> 20,
              Runtime.getRuntime().maxMemory() >> 20,
              heap(arrays, bytes) >> 20));
    }
  }

  /** The old generation, where they lie, is two thirds of the heap. */
  private static long heap(int arrays, long bytes) {
    return arrays * bytes * 3 / 2 + BESIDE;
  }

  /** Arrays that surely live at a time. */
  private static int arrays(Job job) {
    return switch (job) {
      case TriangleCount count -> arrays(count.ordering().orElse(Ordering.DEGREE));
      case KCliqueCount count when count.largest() > 3 ->
          arrays(count.ordering().orElse(Ordering.DEGENERACY));
      case MaximalCliques _, CliqueEstimate _, CoreDecomposition _ -> arrays(Ordering.DEGENERACY);
      default -> 0;
    };
  }

  private static int arrays(Ordering ordering) {
    return switch (ordering) {
      case DEGREE -> 2;
      case DEGENERACY -> 3;
    };
  }

  /** Arrays of so many bytes that the heap's generations can hold when they are empty. */
  private static long places(long bytes) {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(HeapRoom::maximum)
        .map(maximum -> maximum / bytes)
        .sum();
  }

  /** A collector without a bound of its own for a pool has one for the pool that takes most. */
  private static long maximum(MemoryPoolMXBean pool) {
    return Math.max(0, pool.getUsage().getMax() - ALWAYS_THERE);
  }
}
