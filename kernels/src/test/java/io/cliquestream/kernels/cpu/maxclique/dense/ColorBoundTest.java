package io.cliquestream.kernels.cpu.maxclique.dense;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.maxclique.RandomGraphs;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.cpu.schedule.SchedulePolicy;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The bounds of the search by their own promise: what is not branched on holds no larger clique.
 */
class ColorBoundTest {
  private static final int SEEDS = 4_000;

  /** A random graph and candidates spread over it. */
  private record Sample(BitGraph graph, long[] candidates, int[] members) {
    static Sample of(long seed, int size, int most) {
      Random random = new Random(seed);
      double probability = 0.3 + 0.1 * (seed % 7);
      BitGraph graph = BitGraph.empty(size, new int[size]);
      for (int a = 0; a < size; a++) {
        for (int b = 0; b < a; b++) {
          if (random.nextDouble() < probability) {
            graph.connect(a, b);
          }
        }
      }
      int[] members =
          random.ints(0, size).distinct().limit(2 + random.nextInt(most - 1)).sorted().toArray();
      long[] candidates = new long[graph.words()];
      for (int v : members) {
        candidates[v >>> 6] |= 1L << v;
      }
      return new Sample(graph, candidates, members);
    }

    /** Size of the largest clique of candidates besides {@code branches}. */
    int cliqueNumberWithout(int[] branches, int count) {
      int[] rest =
          Arrays.stream(members)
              .filter(v -> Arrays.binarySearch(branches, 0, count, v) < 0)
              .toArray();
      int largest = 0;
      for (int subset = 0; subset < 1 << rest.length; subset++) {
        if (Integer.bitCount(subset) > largest && isClique(rest, subset)) {
          largest = Integer.bitCount(subset);
        }
      }
      return largest;
    }

    private boolean isClique(int[] rest, int subset) {
      for (int i = 0; i < rest.length; i++) {
        for (int j = 0; j < i; j++) {
          if ((subset >>> i & subset >>> j & 1) != 0 && !graph.connected(rest[i], rest[j])) {
            return false;
          }
        }
      }
      return true;
    }
  }

  @Test
  void wideSetsHoldNoLargerCliqueBesidesTheBranches() {
    ColorBound bound = new ColorBound(MaximumCliquePolicy.DEFAULT);
    int saved = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Sample sample = Sample.of(seed, 20 + (int) (seed % 4) * 60, 13);
      bound.reset(sample.graph());
      int colors = bound.colors(sample.candidates(), Integer.MAX_VALUE);
      for (int allowance = 1; allowance <= colors; allowance++) {
        int[] branches = new int[64 * sample.graph().words()];
        int count = bound.branches(sample.candidates(), allowance, branches);
        assertThat(sample.cliqueNumberWithout(branches, count))
            .as("seed %d allowance %d", seed, allowance)
            .isLessThanOrEqualTo(allowance);
        saved += count == 0 && allowance < colors ? 1 : 0;
      }
    }
    assertThat(saved).as("bounds below the number of colours").isPositive();
  }

  @Test
  void narrowSetsHoldNoLargerCliqueBesidesTheBranches() {
    WordBound bound = new WordBound(MaximumCliquePolicy.DEFAULT);
    for (long seed = 0; seed < SEEDS; seed++) {
      Sample sample = Sample.of(seed, 14 + (int) (seed % 51), 13);
      long candidates = sample.candidates()[0];
      for (int allowance = 1; allowance <= sample.members().length; allowance++) {
        int[] branches = new int[64];
        int count = bound.branches(sample.graph().rows(), candidates, allowance, branches);
        assertThat(sample.cliqueNumberWithout(branches, count))
            .as("seed %d allowance %d", seed, allowance)
            .isLessThanOrEqualTo(allowance);
      }
    }
  }

  @Test
  void compactionKeepsEdgesAndNames() {
    Compaction compaction = new Compaction();
    for (long seed = 0; seed < 500; seed++) {
      Sample sample = Sample.of(seed, 140 + (int) (seed % 200), 130);
      int[] members = sample.members();
      Compaction whole = Compaction.whole(sample.graph());
      compaction.load(whole, sample.candidates(), members.length);
      assertThat(compaction.size()).isEqualTo(members.length);
      for (int i = 0; i < members.length; i++) {
        assertThat(compaction.original(i)).isEqualTo(members[i]);
        for (int j = 0; j < members.length; j++) {
          long word = compaction.rows()[i * compaction.words() + (j >>> 6)];
          assertThat((word >>> j & 1) != 0)
              .as("seed %d", seed)
              .isEqualTo(sample.graph().connected(members[i], members[j]));
        }
      }
      long[] all = new long[compaction.words()];
      for (int i = 0; i < members.length; i++) {
        all[i >>> 6] |= 1L << i;
      }
      assertThat(compaction.original(all, whole)).isEqualTo(sample.candidates());
    }
  }

  @Test
  void graphsOfSeveralWordsAgreeWithTheMaximalCliques() {
    SchedulePolicy shortTurns = SchedulePolicy.DEFAULT.withSlices(1_000, 64);
    try (CpuScheduler one = new CpuScheduler(1);
        CpuScheduler several = new CpuScheduler(3, shortTurns)) {
      for (long seed = 0; seed < 42; seed++) {
        Random random = new Random(seed);
        int n = 70 + random.nextInt(110);
        try (Graph graph = RandomGraphs.uniform(random, n, 0.35 + 0.05 * (seed % 7))) {
          Answer.Maximal maximal = (Answer.Maximal) run(graph, MaximalCliques.count(), one);
          int size = maximal.bySize().lastKey();
          String count = maximal.bySize().lastEntry().getValue().toString();
          for (CpuScheduler scheduler : new CpuScheduler[] {one, several}) {
            Answer.Maximum best = (Answer.Maximum) run(graph, MaximumClique.one(), scheduler);
            assertThat(best.cliqueNumber()).as("seed %d", seed).isEqualTo(size);
            Answer.Maximum all = (Answer.Maximum) run(graph, MaximumClique.all(3), scheduler);
            assertThat(all.cliqueNumber()).as("seed %d", seed).isEqualTo(size);
            assertThat(all.count()).as("seed %d", seed).contains(new BigInteger(count));
          }
        }
      }
    }
  }

  private static Answer run(Graph graph, Job job, CpuScheduler scheduler) {
    return CpuAlgorithms.run(
        job,
        new CpuJobRun(
            PreparedGraph.of(graph), JobControl.unbounded(), ListingSink.NONE, scheduler));
  }
}
