package io.cliquestream.kernels.cpu.kclique.plan;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.bitset.Tile;
import io.cliquestream.kernels.cpu.kclique.search.SmallCliques;
import io.cliquestream.kernels.graph.OrientedGraph;

/**
 * Steps of {@link io.cliquestream.kernels.cpu.kclique.search.PivotSearch}, whose leaves are these
 * but for products of components, by random descents into its trees.
 */
final class PivotTreeEstimate extends TreeEstimate {
  private final int smallest;
  private final int largest;
  private long[] candidates = new long[1];
  private long[] branches = new long[1];

  PivotTreeEstimate(OrientedGraph graph, JobControl control, int smallest, int largest) {
    super(graph, control);
    this.smallest = smallest;
    this.largest = largest;
  }

  @Override
  double descend(BitMatrix matrix, int degree) {
    int words = matrix.words();
    if (candidates.length < words) {
      candidates = new long[words];
      branches = new long[words];
    }
    BitMatrix.fillFirst(candidates, degree);
    double steps = 0;
    double weight = 1;
    int held = 1;
    int pivots = 0;
    while (true) {
      int count = BitMatrix.count(candidates, words);
      int missing = largest - held;
      steps += weight * count * (count > Tile.CAPACITY ? words : 1);
      if (count <= SmallCliques.MOST || missing <= 2 || held + pivots + count < smallest) {
        return steps;
      }
      int pivot = dropFull(matrix, count);
      int open = BitMatrix.count(candidates, words);
      pivots += count - open;
      if (pivot < 0) {
        return steps;
      }
      int number = 1;
      for (int w = 0; w < words; w++) {
        branches[w] = candidates[w] & ~matrix.bits()[pivot * words + w];
        number += Long.bitCount(branches[w]);
      }
      // The pivot is not adjacent to itself; it stands for the last branch, which keeps it.
      number--;
      weight *= number;
      int chosen = random.nextInt(number);
      if (chosen == 0) {
        pivots++;
        keepNeighbors(matrix, pivot);
      } else {
        held++;
        branches[pivot >>> 6] &= ~(1L << pivot);
        keepNeighbors(matrix, branchOff(chosen));
      }
    }
  }

  /** Takes away the first of the branches; returns the last one taken. */
  private int branchOff(int number) {
    int left = number;
    for (int w = 0; ; w++) {
      for (; branches[w] != 0; branches[w] &= branches[w] - 1) {
        candidates[w] &= ~(branches[w] & -branches[w]);
        left--;
        if (left == 0) {
          return (w << 6) + Long.numberOfTrailingZeros(branches[w]);
        }
      }
    }
  }

  private void keepNeighbors(BitMatrix matrix, int vertex) {
    int words = matrix.words();
    for (int w = 0; w < words; w++) {
      candidates[w] &= matrix.bits()[vertex * words + w];
    }
  }

  /**
   * Takes away candidates adjacent to all others.
   *
   * @return the best pivot, or -1 when the candidates are a leaf
   */
  private int dropFull(BitMatrix matrix, int count) {
    int words = matrix.words();
    int most = -1;
    int pivot = -1;
    int least = count;
    meter.work((long) count * words);
    for (int w = 0; w < words; w++) {
      branches[w] = 0;
      for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
        int vertex = (w << 6) + Long.numberOfTrailingZeros(rest);
        int degree = 0;
        for (int x = 0; x < words; x++) {
          degree += Long.bitCount(candidates[x] & matrix.bits()[vertex * words + x]);
        }
        least = Math.min(least, degree);
        if (degree == count - 1) {
          branches[w] |= rest & -rest;
        } else if (degree >= most) {
          most = degree;
          pivot = vertex;
        }
      }
    }
    for (int w = 0; w < words; w++) {
      candidates[w] ^= branches[w];
    }
    return least >= count - 3 ? -1 : pivot;
  }
}
