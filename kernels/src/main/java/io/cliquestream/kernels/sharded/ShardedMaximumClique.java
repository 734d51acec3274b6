package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.MaximumClique;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * One maximum clique of a graph, or all of them.
 *
 * <p>The bound carries over: a clique larger than the best one (or as large, when all are wanted)
 * has no vertex of smaller degree, so with the shards coming from the largest degrees down, most
 * graphs are done after a few. All maximum cliques of a shard are counted with and without its
 * roots like any clique. Of those listed, the first {@code limit} in the order of their vertices
 * are among the first {@code limit} of the shard they belong to; a clique may come from several
 * shards and is held once.
 */
final class ShardedMaximumClique {
  private final MaximumClique job;
  private final ShardedRun run;
  private final NavigableSet<long[]> cliques = new TreeSet<>(Arrays::compare);
  private int size;
  private BigInteger count = BigInteger.ZERO;

  /** No clique that a shard to come may bring is larger. */
  private long remainingBound;

  private ShardedMaximumClique(MaximumClique job, ShardedRun run) {
    this.job = job;
    this.run = run;
    RootedGraph graph = run.graph();
    this.remainingBound = graph.degree(graph.atPosition(graph.vertexCount() - 1)) + 1;
  }

  /**
   * Runs the job.
   *
   * @throws StoppedException with the best clique and the bounds proven so far
   */
  static Answer run(MaximumClique job, ShardedRun run) {
    ShardedMaximumClique search = new ShardedMaximumClique(job, run);
    try {
      run.forEachShard(1, search::minimumDegree, search::search);
    } catch (StoppedException e) {
      throw e.withPartial(search.partial());
    }
    return new Answer.WideMaximum(
        search.size,
        search.size,
        job.all() ? Optional.of(search.count) : Optional.empty(),
        List.copyOf(search.cliques));
  }

  private long minimumDegree() {
    return Math.max(1, job.all() ? size - 1 : size);
  }

  private boolean search(Shard shard, double work) {
    double half = job.all() ? work / 2 : work;
    Answer.Maximum found;
    try {
      found = (Answer.Maximum) run.run(shard.prepared(), job, ListingSink.NONE, half);
    } catch (StoppedException e) {
      e.partial().ifPresent(proven -> keepLarger(shard, (Answer.Maximum) proven));
      throw e;
    }
    remainingBound = run.graph().degree(shard.firstRoot()) + 1;
    if (!keepLarger(shard, found) && found.cliqueNumber() == size && job.all()) {
      keep(shard, found.cliques());
    }
    if (job.all()) {
      if (found.cliqueNumber() == size) {
        count = count.add(found.count().orElseThrow()).subtract(withoutRoots(shard, half));
      } else {
        run.control().workDone(half);
      }
    }
    return true;
  }

  /** The number of cliques of the largest size in a shard that have no root. */
  private BigInteger withoutRoots(Shard shard, double work) {
    shard.prepared().releaseOrientations();
    try (PreparedGraph.Owned without = shard.withoutRoots(run.parallelism())) {
      if (without.graph().vertexCount() == 0) {
        run.control().workDone(work);
        return BigInteger.ZERO;
      }
      MaximumClique counting = new MaximumClique(true, 1, job.heuristic());
      var found = (Answer.Maximum) run.run(without, counting, ListingSink.NONE, work);
      return found.cliqueNumber() == size ? found.count().orElseThrow() : BigInteger.ZERO;
    }
  }

  private boolean keepLarger(Shard shard, Answer.Maximum found) {
    if (found.cliqueNumber() <= size) {
      return false;
    }
    size = found.cliqueNumber();
    count = BigInteger.ZERO;
    cliques.clear();
    keep(shard, found.cliques());
    return true;
  }

  private void keep(Shard shard, List<int[]> found) {
    for (int[] clique : found) {
      cliques.add(shard.wholeVertices(clique));
      if (cliques.size() > (job.all() ? job.limit() : 1)) {
        cliques.pollLast();
      }
    }
  }

  /** What is proven when the search is stopped. */
  private Answer partial() {
    return new Answer.WideMaximum(
        size,
        (int) Math.min(Integer.MAX_VALUE, Math.max(size, remainingBound)),
        Optional.empty(),
        cliques.isEmpty() ? List.of() : List.of(cliques.first()));
  }
}
