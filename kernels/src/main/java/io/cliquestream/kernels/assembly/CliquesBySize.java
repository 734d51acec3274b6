package io.cliquestream.kernels.assembly;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import java.math.BigInteger;
import java.util.SortedMap;

/** What a count of cliques says, once those of three vertices and more are counted. */
public final class CliquesBySize {
  private CliquesBySize() {}

  /**
   * The answer: vertices and edges come from the graph, sizes asked for that do not occur are 0,
   * and where every size is asked for only those that occur are named.
   *
   * @param counts by size from 3 on; completed here
   */
  public static Answer.KCliques answer(
      KCliqueCount job, SimpleGraph graph, SortedMap<Integer, BigInteger> counts) {
    return answer(job, graph.vertexTotal(), graph.edgeCount(), counts);
  }

  /** The same for a graph of which the numbers of vertices and edges are known. */
  public static Answer.KCliques answer(
      KCliqueCount job, long vertices, long edges, SortedMap<Integer, BigInteger> counts) {
    addSmallest(job, vertices, edges, counts);
    if (job.largest() == KCliqueCount.ALL) {
      counts.values().removeIf(count -> count.signum() == 0);
    } else {
      for (int k = job.smallest(); k <= job.largest(); k++) {
        counts.putIfAbsent(k, BigInteger.ZERO);
      }
    }
    return new Answer.KCliques(counts);
  }

  /**
   * What a count that was stopped leaves.
   *
   * @param counts those of more than {@code exactTo} vertices are lower bounds
   */
  public static StoppedException stopped(
      StoppedException stop,
      KCliqueCount job,
      SimpleGraph graph,
      SortedMap<Integer, BigInteger> counts,
      int exactTo) {
    addSmallest(job, graph.vertexTotal(), graph.edgeCount(), counts);
    return counts.isEmpty() ? stop : stop.withPartial(Answer.KCliques.partial(counts, exactTo));
  }

  private static void addSmallest(
      KCliqueCount job, long vertices, long edges, SortedMap<Integer, BigInteger> counts) {
    if (job.smallest() == 1) {
      counts.put(1, BigInteger.valueOf(vertices));
    }
    if (job.smallest() <= 2 && job.largest() >= 2) {
      counts.put(2, BigInteger.valueOf(edges));
    }
  }
}
