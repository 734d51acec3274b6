package io.cliquestream.kernels.cuda.enumerate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.failure.ComputeException;
import java.util.BitSet;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which roots devices hand out: each of them once, wherever a job is offered. */
final class SharedSearchesTest {
  /** Devices that take turns, and what they did of every phase. */
  private static final class Queue {
    final int devices;
    final int[] next;
    final long[] did;
    String choice;
    boolean offers;

    Queue(int devices, int phases) {
      this.devices = devices;
      this.next = new int[phases];
      this.did = new long[phases];
    }

    Share device(boolean joins) {
      return new Share() {
        @Override
        public Optional<String> choice() {
          return joins ? Optional.of(choice) : Optional.empty();
        }

        @Override
        public int mayDivide(double predictedNanos) {
          return devices;
        }

        @Override
        public long aloneNanos() {
          return offers ? 1 : Long.MAX_VALUE;
        }

        @Override
        public int offer(String chosen, double predictedNanos) {
          assertThat(choice).isNull();
          choice = chosen;
          return devices;
        }

        @Override
        public int devices() {
          return devices;
        }

        @Override
        public int take(int phase, int count) {
          return next[phase] < count ? next[phase]++ : -1;
        }

        @Override
        public void did(int phase, long units, long allUnits) {
          did[phase] += units;
        }

        @Override
        public int bound() {
          return 0;
        }

        @Override
        public void raise(int size) {}
      };
    }
  }

  /** A device without a GPU: hands out roots as slices do. */
  private static final class Device {
    private final SharedSearches searches;
    private final long[] roots;
    private final BitSet[] seen;
    private SearchRoots range;
    private int phase = -1;
    private long taken;

    Device(Queue queue, boolean joins, double[] costs, long[] roots, BitSet[] seen) {
      this.searches = new SharedSearches(queue.device(joins), "way", costs);
      this.roots = roots;
      this.seen = seen;
    }

    /** Hands out some roots; false at the end. */
    boolean slice(Random random) {
      while (range == null) {
        if (++phase == roots.length) {
          return false;
        }
        range = searches.begin(phase).orElse(null);
        if (range != null) {
          range.begin(roots[phase]);
          taken = range.first();
          end(range.isEmpty());
        }
      }
      long more = Math.min(range.end() - taken, 1 + random.nextInt(40));
      for (long root = taken; root < taken + more; root++) {
        assertThat(seen[phase].get((int) root)).isFalse();
        seen[phase].set((int) root);
      }
      taken += more;
      boolean moved = range.advance(taken);
      if (moved && !range.isEmpty()) {
        taken = range.first();
      } else {
        end(moved || taken == range.end());
      }
      return true;
    }

    private void end(boolean ended) {
      if (ended) {
        range.did(taken);
        range = null;
      }
    }
  }

  @Test
  void everyRootIsHandedOutOnceWhereverTheJobIsOffered() {
    for (long seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      int phases = 1 + random.nextInt(4);
      double[] costs = random.doubles(phases, 0, 1000).toArray();
      long[] roots = random.longs(phases, 1, 500).toArray();
      BitSet[] seen = new BitSet[phases];
      for (int i = 0; i < phases; i++) {
        seen[i] = new BitSet();
      }
      Queue queue = new Queue(2 + random.nextInt(3), phases);
      Device first = new Device(queue, false, costs, roots, seen);
      int alone = random.nextInt(30);
      boolean more = true;
      for (int i = 0; i < alone && more; i++) {
        more = first.slice(random);
      }
      queue.offers = true;
      while (more && queue.choice == null) {
        more = first.slice(random);
      }
      if (queue.choice != null) {
        Device second = new Device(queue, true, costs, roots, seen);
        boolean others = true;
        while (more || others) {
          more = more && first.slice(random);
          others = others && second.slice(random);
        }
      }
      for (int i = 0; i < phases; i++) {
        assertThat(seen[i].cardinality()).as("seed %d phase %d", seed, i).isEqualTo((int) roots[i]);
        assertThat(queue.did[i]).as("seed %d phase %d", seed, i).isEqualTo(roots[i]);
      }
    }
  }

  @Test
  void aDeviceThatWouldFollowAnotherPlanDoesNotJoin() {
    Queue queue = new Queue(2, 1);
    queue.choice = "plan:1 0 0";
    assertThatThrownBy(() -> new SharedSearches(queue.device(true), "plan:2", 1))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining("plan:2");
  }
}
