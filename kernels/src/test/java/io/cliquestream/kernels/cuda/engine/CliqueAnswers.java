package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.KCliqueCount;
import java.math.BigInteger;
import java.util.Random;
import java.util.SortedMap;

/** Answers of k-clique jobs, and graphs to ask them of. */
final class CliqueAnswers {
  private CliqueAnswers() {}

  static SortedMap<Integer, BigInteger> count(
      Engine engine, PreparedGraph graph, KCliqueCount job) {
    return ((Answer.KCliques) engine.run(graph, job).answer()).counts();
  }

  /** Counts by vertex, which must add up to k times the total. */
  static CountArray byVertex(Engine engine, PreparedGraph graph, int k, String about) {
    var answer = (Answer.KCliques) engine.run(graph, KCliqueCount.local(k, true, false)).answer();
    CountArray each = answer.perVertex().orElseThrow();
    requireSum(each, answer.counts().get(k), k, k + "-cliques by vertex of " + about);
    return each;
  }

  /** Counts by edge, which must add up to C(k, 2) times the total. */
  static CountArray byEdge(Engine engine, PreparedGraph graph, int k, String about) {
    var answer = (Answer.KCliques) engine.run(graph, KCliqueCount.local(k, false, true)).answer();
    CountArray each = answer.perEdge().orElseThrow();
    requireSum(each, answer.counts().get(k), k * (k - 1) / 2, k + "-cliques by edge of " + about);
    return each;
  }

  private static void requireSum(CountArray each, BigInteger total, int times, String about) {
    BigInteger sum = BigInteger.ZERO;
    for (long i = 0; i < each.size(); i++) {
      sum = sum.add(each.get(i));
    }
    assertThat(sum).as(about).isEqualTo(total.multiply(BigInteger.valueOf(times)));
  }

  /** Fails at the first entry that differs. */
  static void requireSame(CountArray expected, CountArray found, String about) {
    assertThat(found.size()).as(about).isEqualTo(expected.size());
    for (long v = 0; v < expected.size(); v++) {
      if (!expected.get(v).equals(found.get(v))) {
        throw new AssertionError(
            about + ", entry " + v + ": " + found.get(v) + " instead of " + expected.get(v));
      }
    }
  }

  /** Every pair with the same probability. */
  static PreparedGraph.Owned dense(int vertices, double density, long seed) {
    Random random = new Random(seed);
    return of(vertices, (u, v) -> random.nextDouble() < density);
  }

  /** Whether the edge from a smaller to a larger vertex exists; asked for each once, in order. */
  @FunctionalInterface
  interface EdgeRule {
    boolean test(int smaller, int larger);
  }

  static PreparedGraph.Owned of(int vertices, EdgeRule rule) {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int v = 1; v < vertices; v++) {
        for (int u = 0; u < v; u++) {
          if (rule.test(u, v)) {
            edges.add(u, v);
          }
        }
      }
      return PreparedGraph.of(GraphBuilder.build(edges));
    }
  }

  /** Whether a search was stopped late enough to have a clique of so many vertices. */
  static boolean hasClique(Deadlines.Ended end, int least) {
    return end.stopped()
        .partial()
        .filter(partial -> ((Answer.Maximum) partial).cliqueNumber() >= least)
        .isPresent();
  }
}
