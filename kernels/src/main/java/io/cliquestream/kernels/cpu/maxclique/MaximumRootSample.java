package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.maxclique.reduction.CoreOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Roots that stand for all roots of a search. Those with the longest rows are all taken, since one
 * of them may be most of the work; of the others a sample lies evenly over the squares of their
 * rows, in the order of these.
 */
final class MaximumRootSample {
  /** Roots of the longest rows that are all taken, and of the others. */
  private static final int WHOLE = 32;

  private static final int SAMPLED = 160;

  /**
   * One root.
   *
   * @param weight how often its value counts
   * @param cost of all that it stands for
   */
  record Member(int root, double weight, double cost) {}

  private MaximumRootSample() {}

  /** The sample of some roots, in no order, so that the first of them are a sample, too. */
  static List<Member> of(CoreOrder order, int[] roots, JobControl control) {
    int[] sorted =
        IntStream.of(roots)
            .boxed()
            .sorted(Comparator.comparingInt((Integer root) -> -order.rows().length(root)))
            .mapToInt(root -> root)
            .toArray();
    control.checkStopped();
    List<Member> members = new ArrayList<>();
    boolean all = sorted.length <= WHOLE + SAMPLED;
    double rest = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (all || i < WHOLE) {
        members.add(new Member(sorted[i], 1, cost(order, sorted[i])));
      } else {
        rest += cost(order, sorted[i]);
      }
    }
    double share = rest / SAMPLED;
    double passed = 0;
    int drawn = 0;
    for (int i = WHOLE; !all && i < sorted.length; i++) {
      double cost = cost(order, sorted[i]);
      passed += cost;
      int times = 0;
      while (drawn < SAMPLED && passed >= share * (drawn + 0.5)) {
        times++;
        drawn++;
      }
      if (times > 0) {
        members.add(new Member(sorted[i], times * share / cost, times * share));
      }
    }
    Collections.shuffle(members, new Random(1));
    return members;
  }

  private static double cost(CoreOrder order, int root) {
    double length = order.rows().length(root);
    return 1 + length * length;
  }
}
