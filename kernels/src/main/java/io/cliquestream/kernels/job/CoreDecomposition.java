package io.cliquestream.kernels.job;

/**
 * Finds the core number of every vertex: the largest k such that it lies in a subgraph of least
 * degree k (Seidman, 1983); with it the graph's degeneracy, and how many vertices have each core
 * number.
 *
 * @param perVertex whether the answer holds the core number of each vertex
 */
public record CoreDecomposition(boolean perVertex) implements Job {
  /**
   * A job that tells how many vertices have each core number, and not which.
   *
   * @return without core numbers by vertex
   */
  public static CoreDecomposition count() {
    return new CoreDecomposition(false);
  }

  @Override
  public String name() {
    return "core-numbers";
  }
}
