package io.cliquestream.kernels.change.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sets by rows, in the middle of batches, against one question for each member. */
class StageRowsTest {
  private static final int VERTICES = 400;

  @Test
  void setsByRowsOfHubsAndOthersAreWhatSingleEdgesSay() {
    Random random = new Random(5);
    try (EdgeArray edges = EdgeArray.of()) {
      for (int hub = 0; hub < 4; hub++) {
        for (int other = 4; other < VERTICES; other += 1 + hub) {
          edges.add(hub, other);
        }
      }
      for (int i = 0; i < 3 * VERTICES; i++) {
        edges.add(random.nextInt(VERTICES), random.nextInt(VERTICES));
      }
      try (EvolvingGraph graph = EvolvingGraph.of(GraphBuilder.build(edges))) {
        GraphVersion before = graph.latest();
        for (int round = 0; round < 12; round++) {
          EdgeBatch batch = EdgeBatch.withRoom(1 << 10);
          for (int i = random.nextInt(120); i >= 0; i--) {
            int from = random.nextInt(random.nextBoolean() ? 4 : VERTICES);
            int to = random.nextInt(VERTICES + 3);
            if (random.nextBoolean()) {
              batch.insert(from, to);
            } else {
              batch.delete(from, to);
            }
          }
          GraphVersion after = graph.apply(batch).version();
          VersionChange change = after.since(before);
          check(change.deleted(), random);
          check(change.inserted(), random);
          before.close();
          before = after;
        }
        before.close();
      }
    }
  }

  private static void check(ChangedEdges edges, Random random) {
    if (edges.count() == 0) {
      return;
    }
    StageRows rows = edges.stages();
    IntBuffer scratch = new IntBuffer();
    int slots = edges.rows().slots();
    for (int round = 0; round < 60; round++) {
      rows.stage(random.nextInt(edges.count()), random.nextBoolean());
      int slot = random.nextInt(random.nextBoolean() ? 4 : slots);
      IntBuffer set = new IntBuffer();
      int density = 1 + random.nextInt(20);
      for (int member = random.nextInt(density); member < slots; ) {
        set.add(member);
        member += 1 + random.nextInt(density);
      }
      int from = random.nextInt(3) == 0 ? random.nextInt(set.length() + 1) : 0;
      boolean keep = random.nextBoolean();
      int[] members = Arrays.copyOfRange(set.values(), from, set.length());
      int[] wanted =
          Arrays.stream(members)
              .filter(member -> rows.hasEdge(edges.rows(), slot, member) == keep)
              .toArray();
      IntBuffer out = from == 0 && random.nextBoolean() ? set : new IntBuffer();
      rows.filter(set, from, set.length(), slot, keep, scratch, out);
      assertThat(Arrays.copyOf(out.values(), out.length()))
          .as("slot %d of a stage, of %d members, kept %s", slot, members.length, keep)
          .isEqualTo(wanted);
    }
  }
}
