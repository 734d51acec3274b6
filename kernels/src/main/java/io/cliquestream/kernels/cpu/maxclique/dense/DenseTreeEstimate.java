package io.cliquestream.kernels.cpu.maxclique.dense;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import java.util.SplittableRandom;

/**
 * The size of a {@link DenseSearch} that would prove that there is no clique of the incumbent's
 * target, by random descents (Knuth, Estimating the efficiency of backtrack programs, 1975): a node
 * of b branches goes down into one of them, and what it meets there counts b times. Where one long
 * holds the candidates, what is left is searched. The incumbent stays as it is, so where a real
 * search meets larger cliques it is shorter than this.
 */
public final class DenseTreeEstimate implements WordSearch.Above {
  private final MaximumCliquePolicy policy;
  private final StopMeter meter;
  private final SplittableRandom random;
  private final ColorBound bound;
  private final WordSearch end;
  private final Compaction[] matrices = {new Compaction(), new Compaction()};
  private int[] branches = new int[64];
  private double weight;
  private double nodes;
  private double work;
  private long touched;

  public DenseTreeEstimate(MaximumCliquePolicy policy, StopMeter meter, SplittableRandom random) {
    this.policy = policy;
    this.meter = meter;
    this.random = random;
    this.bound = new ColorBound(policy);
    this.end = new WordSearch(policy);
  }

  /**
   * What descents say.
   *
   * @param nodes branches taken
   * @param work words touched by the bounds
   */
  public record Tree(double nodes, double work) {}

  /**
   * The mean of some descents.
   *
   * @param prefix vertices chosen already
   * @param fewest descents, 1 or more
   * @param words touched after which there are enough
   */
  public Tree mean(BitGraph graph, int prefix, Incumbent incumbent, int fewest, long words) {
    double nodeSum = 0;
    double workSum = 0;
    int descents = 0;
    long before = touched;
    while (descents < fewest || touched - before < words) {
      Tree tree = descend(graph, prefix, incumbent);
      nodeSum += tree.nodes;
      workSum += tree.work;
      descents++;
      touched++;
    }
    return new Tree(nodeSum / descents, workSum / descents);
  }

  /** Words touched by all descents so far. */
  public long touched() {
    return touched;
  }

  /** One descent. */
  public Tree descend(BitGraph graph, int prefix, Incumbent incumbent) {
    nodes = 0;
    work = 0;
    weight = 1;
    Compaction here = Compaction.whole(graph);
    long[] set = graph.all();
    int left = graph.size();
    int size = prefix;
    while (left > 0) {
      here = compact(here, set, left);
      if (here.words() == 1) {
        end.run(here, incumbent, size, this);
        break;
      }
      int allowance = Math.max(0, incumbent.target() - 1 - size);
      if (branches.length < here.size()) {
        branches = new int[here.size()];
      }
      bound.reset(here.rows(), here.words(), here.size());
      long before = bound.work();
      int number = bound.branches(set, allowance, branches);
      spend(bound.work() - before);
      if (number == 0) {
        break;
      }
      weight *= number;
      nodes += weight;
      int taken = random.nextInt(number);
      // The search goes from the last branch to the first.
      for (int i = taken; i < number; i++) {
        set[branches[i] >>> 6] &= ~(1L << branches[i]);
      }
      int row = branches[taken] * here.words();
      left = 0;
      for (int w = 0; w < here.words(); w++) {
        set[w] &= here.rows()[row + w];
        left += Long.bitCount(set[w]);
      }
      size++;
      if (size + left < incumbent.target()) {
        break;
      }
    }
    return new Tree(nodes, work);
  }

  /** The same choice of matrices as the search's. */
  private Compaction compact(Compaction here, long[] set, int left) {
    int words = here.words();
    int narrow = BitMatrix.words(left);
    if (here.size() == left
        || (narrow > 1
            && narrow > words / 2
            && (narrow == words || words > policy.narrowWords()))) {
      return here;
    }
    Compaction into = here == matrices[0] ? matrices[1] : matrices[0];
    into.load(here, set, left);
    BitMatrix.fillFirst(set, left);
    return into;
  }

  private void spend(long words) {
    work += weight * words;
    touched += words;
    meter.work(words);
  }

  /** A clique that would be found; the incumbent stays. */
  @Override
  public void report(int count) {
    meter.work(count);
  }

  @Override
  public void spent(long nodesBelow, long words) {
    nodes += weight * nodesBelow;
    spend(words);
  }
}
