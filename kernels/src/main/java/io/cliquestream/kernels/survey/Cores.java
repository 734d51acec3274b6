package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.PreparedGraph;

/**
 * Core numbers: the core number of a vertex is the largest k such that it lies in a subgraph of
 * least degree k (Seidman, 1983); the largest is the graph's degeneracy.
 */
public final class Cores {
  private final int[] numbers;
  private final int degeneracy;
  private final long innermost;

  private Cores(int[] numbers, int degeneracy, long innermost) {
    this.numbers = numbers;
    this.degeneracy = degeneracy;
    this.innermost = innermost;
  }

  /**
   * Those of a graph, from its degeneracy order, which is built if it is not there.
   *
   * @param graph its order is kept for jobs that follow
   * @param stop ends the building
   * @return core numbers by vertex, and how many there are of each
   */
  public static Cores of(PreparedGraph graph, StopCheck stop) {
    OrientedGraph oriented = graph.oriented(Ordering.DEGENERACY, stop);
    StopMeter meter = new StopMeter(stop);
    int[] numbers = new int[oriented.vertexCount()];
    int degeneracy = 0;
    for (int rank = 0; rank < numbers.length; rank++) {
      meter.work(2);
      int core = oriented.coreNumber(rank);
      numbers[oriented.vertex(rank)] = core;
      degeneracy = Math.max(degeneracy, core);
    }
    long innermost = 0;
    for (int core : numbers) {
      innermost += core == degeneracy ? 1 : 0;
    }
    return new Cores(numbers, degeneracy, innermost);
  }

  /**
   * {@return the core number of a vertex}
   *
   * @param vertex dense, 0 to n - 1
   */
  public int of(int vertex) {
    return numbers[vertex];
  }

  /** {@return the largest core number} */
  public int degeneracy() {
    return degeneracy;
  }

  /** {@return vertices whose core number is the largest} */
  public long innermost() {
    return innermost;
  }
}
