package io.cliquestream.kernels.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A delta gives what building the new version from its pairs gives. */
final class GraphDeltaTest {
  @Test
  void threeThousandRandomDeltasMatchRebuilding() {
    for (long seed = 0; seed < 3000; seed++) {
      Random random = new Random(seed);
      long[] base = RandomPairs.of(seed);
      long[] inserted = mixed(base, RandomPairs.of(seed + 6), random);
      long[] deleted = mixed(base, RandomPairs.of(seed + 12), random);
      check("seed " + seed, base, inserted, deleted);
    }
  }

  @Test
  void deletingEverythingLeavesTheEmptyGraph() {
    check("all", new long[] {1, 2, 2, 3}, new long[] {}, new long[] {2, 1, 3, 2, 7, 8});
  }

  @Test
  void anEdgeInBothListsIsThereAfterwards() {
    check("both", new long[] {1, 2}, new long[] {1, 2, 3, 4}, new long[] {1, 2, 3, 4});
  }

  @Test
  void anEmptyBaseTakesInserts() {
    check("empty base", new long[] {}, new long[] {9, 4, -1, 9}, new long[] {1, 2});
  }

  /** Some pairs of the base and some others. */
  private static long[] mixed(long[] base, long[] others, Random random) {
    long[] ids = Arrays.copyOf(others, others.length / 4 * 2);
    for (int i = 0; i < ids.length && base.length > 0; i += 2) {
      if (random.nextBoolean()) {
        int pair = 2 * random.nextInt(base.length / 2);
        boolean turned = random.nextBoolean();
        ids[i] = base[turned ? pair + 1 : pair];
        ids[i + 1] = base[turned ? pair : pair + 1];
      }
    }
    return ids;
  }

  private static void check(String what, long[] base, long[] inserts, long[] deletes) {
    ReferenceGraph reference = ReferenceGraph.of(base);
    ReferenceGraph insertions = ReferenceGraph.of(inserts);
    ReferenceGraph deletions = ReferenceGraph.of(deletes);
    long deleted = 0;
    for (int i = 0; i < deletes.length; i += 2) {
      deleted += reference.remove(deletes[i], deletes[i + 1]) ? 1 : 0;
    }
    long inserted = 0;
    for (int i = 0; i < inserts.length; i += 2) {
      if (inserts[i] != inserts[i + 1]) {
        inserted += reference.add(inserts[i], inserts[i + 1]) ? 1 : 0;
      }
    }
    try (EdgeArray baseEdges = RandomPairs.edges(base);
        EdgeArray insertedEdges = RandomPairs.edges(inserts);
        EdgeArray deletedEdges = RandomPairs.edges(deletes);
        Graph before = GraphBuilder.build(baseEdges)) {
      GraphBuilder.DeltaOutcome outcome =
          GraphBuilder.applyDelta(before, insertedEdges, deletedEdges);
      try (Graph after = outcome.graph()) {
        reference.assertSame(after, what);
        assertThat(outcome.inserted()).as(what).isEqualTo(inserted);
        assertThat(outcome.deleted()).as(what).isEqualTo(deleted);
        assertThat(outcome.ignoredInserts()).as(what).isEqualTo(insertions.edges() - inserted);
        assertThat(outcome.ignoredDeletes()).as(what).isEqualTo(deletions.edges() - deleted);
      }
    }
  }
}
