package io.cliquestream.kernels.cpu.kclique.plan;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.bitset.Tile;
import io.cliquestream.kernels.graph.OrientedGraph;

/**
 * Steps of {@link io.cliquestream.kernels.cpu.kclique.search.OrientationSearch}, which are the
 * cliques of up to one vertex less than asked for. A descent takes any of the candidates, not only
 * those after the last, and meets every clique of j vertices in j! ways: far steadier than descents
 * in the order of the search, most of which end after a few vertices.
 */
final class OrientationTreeEstimate extends TreeEstimate {
  private final int size;

  /** Whether what is counted are not the steps but the cliques of the whole size. */
  private final boolean cliques;

  private long[] candidates = new long[1];

  OrientationTreeEstimate(OrientedGraph graph, JobControl control, int size) {
    this(graph, control, size, false);
  }

  private OrientationTreeEstimate(
      OrientedGraph graph, JobControl control, int size, boolean cliques) {
    super(graph, control);
    this.size = size;
    this.cliques = cliques;
  }

  /** Of the cliques of one size, which the last two levels of the search do not visit. */
  static OrientationTreeEstimate ofCliques(OrientedGraph graph, JobControl control, int size) {
    return new OrientationTreeEstimate(graph, control, size, true);
  }

  @Override
  double descend(BitMatrix matrix, int degree) {
    int words = matrix.words();
    if (candidates.length < words) {
      candidates = new long[words];
    }
    BitMatrix.fillFirst(candidates, degree);
    double steps = 0;
    double weight = 1;
    int last = cliques ? size - 1 : size - 2;
    for (int taken = 1; taken <= last; taken++) {
      int count = BitMatrix.count(candidates, words);
      meter.work(words);
      if (count + taken < size) {
        return cliques ? 0 : steps;
      }
      weight *= (double) count / taken;
      steps += weight * (count > Tile.CAPACITY ? words : 1);
      int row = one(random.nextInt(count)) * words;
      for (int w = 0; w < words; w++) {
        candidates[w] &= matrix.bits()[row + w];
      }
    }
    return cliques ? weight : steps;
  }

  /** The candidate with so many before it. */
  private int one(int before) {
    int left = before;
    int w = 0;
    for (int here; left >= (here = Long.bitCount(candidates[w])); w++) {
      left -= here;
    }
    long rest = candidates[w];
    for (; left > 0; left--) {
      rest &= rest - 1;
    }
    return (w << 6) + Long.numberOfTrailingZeros(rest);
  }
}
