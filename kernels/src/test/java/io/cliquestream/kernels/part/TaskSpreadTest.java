package io.cliquestream.kernels.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.job.TriangleCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against the best there is, found by trying everything. */
final class TaskSpreadTest {
  private static List<Part> parts(Random random) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(7); i++) {
      double cost = 1_000_000 * (1 + random.nextInt(20));
      parts.add(new Part(TriangleCount.total(), i, new RootRange(i, i + 1), 0, 0, cost));
    }
    parts.sort(Comparator.comparingDouble(Part::cost).reversed());
    return parts;
  }

  private static double best(List<Part> parts, int next, double[] loads) {
    if (next == parts.size()) {
      return java.util.Arrays.stream(loads).max().orElse(0);
    }
    double best = Double.MAX_VALUE;
    for (int queue = 0; queue < loads.length; queue++) {
      loads[queue] += parts.get(next).cost();
      best = Math.min(best, best(parts, next + 1, loads));
      loads[queue] -= parts.get(next).cost();
    }
    return best;
  }

  @Test
  void noQueueIsAThirdAboveTheBest() {
    for (long seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<Part> parts = parts(random);
      int queues = 1 + random.nextInt(4);
      int first = random.nextInt();
      int[] chosen = TaskSpread.of(parts, queues, first);
      double[] loads = new double[queues];
      for (int i = 0; i < chosen.length; i++) {
        loads[chosen[i]] += parts.get(i).cost();
      }
      assertThat(chosen[0]).isEqualTo(Math.floorMod(first, queues));
      assertThat(java.util.Arrays.stream(loads).max().orElse(0))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(best(parts, 0, new double[queues]) * 4 / 3 + 10);
    }
  }
}
