package io.cliquestream.kernels.change.triangle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.change.ChangePolicy;
import io.cliquestream.kernels.change.ChangeStream;
import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.EvolvingGraph;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.rows.ChangedTriangles;
import io.cliquestream.kernels.change.rows.EdgeOwners;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Each way to count what a batch does, whatever would be chosen, gives what counting anew gives.
 */
final class ChangedTrianglesTest {
  private static final ChangePolicy SMALL = new ChangePolicy(0.4, 16, 1 << 16, 2);
  private static final long STREAMS = Long.getLong("cliquestream.streams", 48);

  private static long counted(ChangedEdges edges, boolean marking, int grain) {
    if (edges.count() == 0) {
      return 0;
    }
    EdgeOwners owners =
        EdgeOwners.of(edges.edges(), edges.arcs(), edges.rows(), new Parallelism(2));
    long one = 0;
    long two = 0;
    long three = 0;
    int arcs = owners.arcCount();
    // As many counters as threads would have, and ranges that cut rows.
    ChangedTriangles[] counters = new ChangedTriangles[3];
    for (int i = 0; i < counters.length; i++) {
      counters[i] = new ChangedTriangles(edges.rows(), owners, marking);
    }
    int turn = 0;
    for (int from = 0; from < arcs; from += grain) {
      counters[turn++ % counters.length].count(from, Math.min(arcs, from + grain));
    }
    for (ChangedTriangles counter : counters) {
      one += counter.ofOneChange();
      two += counter.ofTwoChanges();
      three += counter.ofThreeChanges();
    }
    assertThat(two % 2).isZero();
    assertThat(three % 3).isZero();
    return one + two / 2 + three / 3;
  }

  private static void check(GraphVersion older, GraphVersion newer, CpuEngine engine, String what) {
    long more = triangles(newer, engine) - triangles(older, engine);
    VersionChange change = newer.since(older);
    for (boolean marking : new boolean[] {false, true}) {
      for (int grain : new int[] {1, 7, 1 << 20}) {
        assertThat(
                counted(change.inserted(), marking, grain)
                    - counted(change.deleted(), marking, grain))
            .as(what + ", marking " + marking + ", grain " + grain)
            .isEqualTo(more);
      }
    }
  }

  private static long triangles(GraphVersion version, CpuEngine engine) {
    Answer answer = engine.run(version.prepared(), TriangleCount.total()).answer();
    return ((Answer.Triangles) answer).triangles().longValueExact();
  }

  @Test
  void streamsOfEveryKind() {
    try (CpuEngine engine = new CpuEngine(1)) {
      for (long seed = 0; seed < STREAMS; seed++) {
        ChangeStream stream = ChangeStream.of(seed, 6 + (int) (seed % 24));
        try (EvolvingGraph graph = EvolvingGraph.of(stream.base(), SMALL)) {
          GraphVersion older = graph.latest();
          for (int round = 0; round < 9; round++) {
            if (round % 3 == 2) {
              // Several at once: edges that came and went between are no changes.
              graph.apply(stream.next()).version().close();
              graph.apply(stream.next()).version().close();
            }
            GraphVersion newer = graph.apply(stream.next()).version();
            check(older, newer, engine, stream + ", round " + round);
            older.close();
            older = newer;
          }
          older.close();
        }
      }
    }
  }

  @Test
  void hubsAndWindowsOfThousandsOfEdges() {
    for (long seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      List<long[]> window = new ArrayList<>();
      try (CpuEngine engine = new CpuEngine(2);
          EdgeArray none = EdgeArray.of(new long[] {0, 1});
          EvolvingGraph graph =
              EvolvingGraph.of(
                  GraphBuilder.build(none), new ChangePolicy(0.5, 4_000, 1 << 16, 3))) {
        GraphVersion older = graph.latest();
        for (int size : new int[] {6_000, 1, 40, 2_500, 5_000, 300, 3_000}) {
          EdgeBatch batch = EdgeBatch.withRoom(1 << 16);
          for (int i = 0; i < size; i++) {
            // A few hubs, more and more ids, ever the same edges among the first of them.
            long[] edge = {
              random.nextInt(4) == 0 ? random.nextInt(3) : (long) (900 * random.nextDouble()),
              (long) (900 * Math.pow(random.nextDouble(), 3)) + window.size() / 64
            };
            window.add(edge);
            batch.insert(edge[0], edge[1]);
          }
          while (window.size() > 9_000) {
            long[] gone = window.remove(random.nextInt(window.size() / 2));
            batch.delete(gone[1], gone[0]);
          }
          GraphVersion newer = graph.apply(batch).version();
          check(older, newer, engine, "seed " + seed + ", batch of " + size);
          older.close();
          older = newer;
        }
        older.close();
      }
    }
  }
}
