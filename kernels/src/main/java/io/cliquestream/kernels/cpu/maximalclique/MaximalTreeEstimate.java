package io.cliquestream.kernels.cpu.maximalclique;

import io.cliquestream.kernels.control.StopMeter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Work and cliques below one root by random descents (Knuth, Estimating the efficiency of backtrack
 * programs, 1975): a node of b branches goes down into one of them, and what it meets there counts
 * b times. Without bias, but few descents meet the largest subtrees.
 *
 * <p>The nodes are those of {@link LargeEnumeration} and {@link SmallEnumeration}: the same pivots,
 * and where the complement of the candidates falls apart each part has a descent of its own, whose
 * cliques multiply and whose work adds up.
 */
final class MaximalTreeEstimate {
  private final MaximalCliquePolicy policy;
  private final int minimumSize;
  private final boolean listing;
  private final StopMeter meter;
  private final SplittableRandom random;
  private final Pivot pivot = new Pivot();

  private LargeEnumeration.Matrix matrix;
  private int candidates;
  private int[] distinct = new int[0];
  private long[] rows = new long[0];
  private int words;
  private int[] branches = new int[64];
  private double work;
  private long touched;

  MaximalTreeEstimate(
      MaximalCliquePolicy policy,
      int minimumSize,
      boolean listing,
      StopMeter meter,
      SplittableRandom random) {
    this.listing = listing;
    this.policy = policy;
    this.minimumSize = minimumSize;
    this.meter = meter;
    this.random = random;
  }

  /**
   * What descents say.
   *
   * @param work words touched by the search, its matrix not included
   * @param cliques maximal cliques
   */
  record Below(double work, double cliques) {}

  /**
   * The mean of some descents.
   *
   * @param fewest descents, 1 or more
   * @param words touched by the descents themselves after which there are enough
   */
  Below mean(LargeEnumeration.Matrix next, int fewest, long words) {
    double workSum = 0;
    double cliqueSum = 0;
    int descents = 0;
    long before = touched;
    prepare(next);
    while (descents < fewest || touched - before < words) {
      Below below = descend();
      workSum += below.work;
      cliqueSum += below.cliques;
      descents++;
      touched++;
    }
    return new Below(workSum / descents, cliqueSum / descents);
  }

  /** Words touched by all descents so far. */
  long touched() {
    return touched;
  }

  private void prepare(LargeEnumeration.Matrix next) {
    matrix = next;
    rows = matrix.rows();
    words = matrix.words();
    candidates = matrix.candidateCount();
    distinct = words == 1 ? distinct(matrix) : rowsAfter(matrix);
  }

  private Below descend() {
    work = 0;
    int count = candidates;
    long[] all = new long[words];
    for (int i = 0; i < count; i++) {
      all[i >>> 6] |= 1L << i;
    }
    for (int row : distinct) {
      if (matrix.intersection(row, all) == count) {
        return new Below(0, 0);
      }
    }
    int[] excluded = distinct.clone();
    int kept = excluded.length;
    double cliques = descend(all, count, excluded, kept, 1, 1);
    return new Below(work, cliques);
  }

  private static int[] rowsAfter(LargeEnumeration.Matrix matrix) {
    int count = matrix.candidateCount();
    return IntStream.range(count, matrix.rowCount()).toArray();
  }

  /** Of equal rows one, as the search has it. */
  private static int[] distinct(LargeEnumeration.Matrix matrix) {
    Set<Long> seen = new HashSet<>();
    return Arrays.stream(rowsAfter(matrix)).filter(row -> seen.add(matrix.rows()[row])).toArray();
  }

  /**
   * Goes down to a leaf; changes the sets.
   *
   * @param weight of what is met
   * @return the cliques below, without the weight
   */
  private double descend(
      long[] all, int size, int[] rowsAbove, int above, int length, double weight) {
    int[] excluded = rowsAbove;
    int excludedCount = above;
    int count = size;
    int chosen = length;
    double factor = 1;
    while (true) {
      int width = count <= Long.SIZE ? 1 : words;
      spend(weight * factor, (long) (count + excludedCount) * width);
      pivot.find(matrix, all, count);
      if (pivot.missing() == 0) {
        return chosen + count >= minimumSize ? factor : 0;
      }
      if (!listing
          && 2 * pivot.missing() <= (long) count * count
          && count >= policy.smallestJoin()) {
        long[] part = component(all, pivot.row(), excluded, excludedCount, weight * factor);
        if (!Arrays.equals(part, all)) {
          return factor * product(all, part, excluded, excludedCount, weight * factor);
        }
      }
      pivot.find(matrix, all, excluded, excludedCount);
      int number = branches(all, pivot.row());
      factor *= number;
      int taken = random.nextInt(number);
      if (excluded.length < excludedCount + taken) {
        excluded = Arrays.copyOf(excluded, 2 * (excludedCount + taken));
      }
      for (int i = 0; i <= taken; i++) {
        all[branches[i] >>> 6] &= ~(1L << branches[i]);
        if (i < taken) {
          excluded[excludedCount++] = branches[i];
        }
      }
      int vertex = branches[taken];
      spend(weight * factor, (excludedCount + 1L) * width);
      count = 0;
      for (int w = 0; w < words; w++) {
        all[w] &= rows[vertex * words + w];
        count += Long.bitCount(all[w]);
      }
      chosen++;
      if (chosen + count < minimumSize) {
        return 0;
      }
      int kept = 0;
      for (int i = 0; i < excludedCount; i++) {
        int row = excluded[i];
        if ((rows[row * words + (vertex >>> 6)] >>> vertex & 1) != 0) {
          int met = matrix.intersection(row, all);
          if (met == count) {
            return 0;
          }
          if (met > 0) {
            excluded[kept++] = row;
          }
        }
      }
      excludedCount = kept;
      if (count == 0) {
        return factor;
      }
      if (width > 1 && count <= Long.SIZE) {
        spend(weight * factor, (long) (count + excludedCount) * words);
      }
    }
  }

  /** A descent into each component of the complement. */
  private double product(
      long[] all, long[] first, int[] excluded, int excludedCount, double weight) {
    double cliques = 1;
    long[] part = first;
    long[] rest = all;
    while (true) {
      int size = size(part);
      int[] own = new int[excludedCount];
      int kept = 0;
      for (int i = 0; i < excludedCount; i++) {
        if (matrix.intersection(excluded[i], part) < size) {
          own[kept++] = excluded[i];
        }
      }
      long[] left = new long[words];
      int next = -1;
      for (int w = 0; w < words; w++) {
        left[w] = rest[w] & ~part[w];
        if (next < 0 && left[w] != 0) {
          next = (w << 6) + Long.numberOfTrailingZeros(left[w]);
        }
      }
      long[] following = next < 0 ? part : component(left, next, excluded, excludedCount, weight);
      spend(weight, policy.partWords());
      cliques *= descend(part, size, own, kept, minimumSize, weight);
      if (next < 0) {
        return cliques;
      }
      rest = left;
      part = following;
    }
  }

  private long[] component(
      long[] all, int start, int[] excluded, int excludedCount, double weight) {
    int width = size(all) <= Long.SIZE ? 1 : words;
    return matrix.component(
        all, start, excluded, excludedCount, looked -> spend(weight, looked * width));
  }

  private int branches(long[] all, int row) {
    int number = 0;
    for (int w = 0; w < words; w++) {
      for (long bits = all[w] & ~rows[row * words + w]; bits != 0; bits &= bits - 1) {
        if (number == branches.length) {
          branches = Arrays.copyOf(branches, 2 * number);
        }
        branches[number++] = (w << 6) + Long.numberOfTrailingZeros(bits);
      }
    }
    return number;
  }

  private void spend(double weight, long spent) {
    work += weight * spent;
    touched += spent;
    meter.work(spent);
  }

  private static int size(long[] set) {
    int size = 0;
    for (long word : set) {
      size += Long.bitCount(word);
    }
    return size;
  }
}
