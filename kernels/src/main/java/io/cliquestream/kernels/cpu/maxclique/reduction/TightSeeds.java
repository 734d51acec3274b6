package io.cliquestream.kernels.cpu.maxclique.reduction;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.maxclique.dense.Incumbent;
import io.cliquestream.kernels.graph.Graph;

/**
 * Greedy cliques from tight vertices: those without a neighbour of smaller degree.
 *
 * <p>A clique of t vertices one of which has no neighbour outside is the neighbourhood of a tight
 * vertex of degree t-1. In networks projected from groups (casts, authors, pages of one site) the
 * largest cliques are of this kind, and far from the vertices of largest degree where other
 * heuristics look. Hardly any other vertex is tight, and one of large degree shows after a few
 * neighbours that it is not; so looking at all vertices from the largest degree down to the best
 * clique's size costs little more than one cache miss each.
 */
public final class TightSeeds {
  private static final int VERTICES_PER_CHECK = 1 << 12;

  private TightSeeds() {}

  /**
   * Offers what it finds to the incumbent.
   *
   * @param order vertices by ascending degree
   * @param maximumReads most entries of rows to look at
   */
  public static void run(
      Graph graph,
      int[] degrees,
      int[] order,
      Incumbent incumbent,
      long maximumReads,
      JobControl control) {
    GreedyCliques greedy = new GreedyCliques(graph, degrees);
    long reads = 0;
    for (int i = order.length - 1; i >= 0 && reads < maximumReads; i--) {
      if (i % VERTICES_PER_CHECK == 0) {
        control.checkStopped();
      }
      int v = order[i];
      int degree = degrees[v];
      if (degree < incumbent.size()) {
        return;
      }
      long begin = graph.offset(v);
      long at = begin;
      long end = begin + degree;
      while (at < end && degrees[graph.neighbor(at)] >= degree) {
        at++;
      }
      reads += at - begin + 1;
      if (at == end) {
        int[] clique = greedy.grow(v, incumbent.size() + 1);
        reads += greedy.reads();
        incumbent.offer(clique, clique.length);
      }
    }
  }
}
