package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.MotifClass;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Motifs and pattern matches of a graph.
 *
 * <p>A match lies within the pattern's diameter of its first vertex, along paths of its own
 * vertices; a motif of k vertices within k - 1 steps. Where degrees or triangles tell the count, no
 * such ball is needed: edges, stars whose leaves may be adjacent, and induced paths of three.
 */
final class ShardedPatterns {
  private ShardedPatterns() {}

  static Answer census(MotifCensus job, ShardedRun run) {
    SortedMap<String, BigInteger> counts = new TreeMap<>();
    if (job.size() == 3 && job.method().isEmpty()) {
      BigInteger triangles = triangles(run);
      BigInteger open = stars(run, 2).subtract(triangles.multiply(BigInteger.valueOf(3)));
      for (Motif motif : Motif.ofSize(3)) {
        counts.put(motif.label(), motif.pattern().edgeCount() == 3 ? triangles : open);
      }
      return new Answer.Motifs(counts);
    }
    MotifClass.ofSize(job.size()).forEach(motif -> counts.put(motif.name(), BigInteger.ZERO));
    run.forEachDifference(
        job.size() - 1,
        1,
        job,
        (part, answer, plus) ->
            ((Answer.Motifs) answer)
                .counts()
                .forEach(
                    (name, count) ->
                        counts.merge(name, plus ? count : count.negate(), BigInteger::add)));
    return new Answer.Motifs(counts);
  }

  static Answer match(PatternMatch job, ShardedRun run) {
    Pattern pattern = job.pattern();
    Options.require(
        !pattern.isLabelled() || !run.graph().labels().isEmpty(),
        "the pattern names labels, but the graph has none");
    if (job.list()) {
      return ShardedListing.matches(
          run,
          diameter(pattern),
          minimumDegree(pattern),
          job.withLimit(Long.MAX_VALUE),
          job.limit());
    }
    return new Answer.Matches(count(job, run), true);
  }

  private static BigInteger count(PatternMatch job, ShardedRun run) {
    Pattern pattern = job.pattern();
    int leaves = pattern.vertexCount() - 1;
    if (!job.plan().isCompiled() || pattern.isLabelled()) {
      return difference(job, run);
    }
    if (leaves == 1) {
      run.plan("method", "sizes");
      return BigInteger.valueOf(run.graph().edgeCount());
    }
    if (isStar(pattern) && job.induced() == Induced.EDGE) {
      run.plan("method", "degrees");
      return stars(run, leaves);
    }
    if (isStar(pattern) && leaves == 2) {
      return stars(run, 2).subtract(triangles(run).multiply(BigInteger.valueOf(3)));
    }
    return difference(job, run);
  }

  private static BigInteger difference(PatternMatch job, ShardedRun run) {
    Pattern pattern = job.pattern();
    BigInteger[] total = {BigInteger.ZERO};
    run.forEachDifference(
        diameter(pattern),
        minimumDegree(pattern),
        job,
        (part, answer, plus) -> {
          BigInteger matches = ((Answer.Matches) answer).matches();
          total[0] = plus ? total[0].add(matches) : total[0].subtract(matches);
        });
    return total[0];
  }

  private static BigInteger triangles(ShardedRun run) {
    return ((Answer.Triangles) ShardedTriangles.run(TriangleCount.total(), run)).triangles();
  }

  /** Stars with 2 or more leaves, adjacent or not: the sum of C(degree, leaves). */
  private static BigInteger stars(ShardedRun run, int leaves) {
    RootedGraph graph = run.graph();
    StopMeter meter = run.meter();
    BigInteger sum = BigInteger.ZERO;
    long position = graph.firstOfDegree(leaves);
    while (position < graph.vertexCount()) {
      meter.work(64);
      long degree = graph.degree(graph.atPosition(position));
      long end = graph.firstOfDegree(degree + 1);
      sum = sum.add(choose(degree, leaves).multiply(BigInteger.valueOf(end - position)));
      position = end;
    }
    return sum;
  }

  private static BigInteger choose(long degree, int leaves) {
    BigInteger result = BigInteger.ONE;
    for (int i = 0; i < leaves; i++) {
      result = result.multiply(BigInteger.valueOf(degree - i)).divide(BigInteger.valueOf(i + 1L));
    }
    return result;
  }

  private static boolean isStar(Pattern pattern) {
    int leaves = pattern.vertexCount() - 1;
    if (pattern.edgeCount() != leaves) {
      return false;
    }
    for (int v = 0; v <= leaves; v++) {
      if (Integer.bitCount(pattern.row(v)) == leaves) {
        return true;
      }
    }
    return false;
  }

  private static int minimumDegree(Pattern pattern) {
    int least = pattern.vertexCount();
    for (int v = 0; v < pattern.vertexCount(); v++) {
      least = Math.min(least, Integer.bitCount(pattern.row(v)));
    }
    return least;
  }

  /** The largest distance between two vertices. */
  static int diameter(Pattern pattern) {
    int all = (1 << pattern.vertexCount()) - 1;
    int diameter = 0;
    for (int v = 0; v < pattern.vertexCount(); v++) {
      int reached = 1 << v;
      int steps = 0;
      while (reached != all) {
        int next = reached;
        for (int u = 0; u < pattern.vertexCount(); u++) {
          next |= (reached >> u & 1) != 0 ? pattern.row(u) : 0;
        }
        reached = next;
        steps++;
      }
      diameter = Math.max(diameter, steps);
    }
    return diameter;
  }
}
