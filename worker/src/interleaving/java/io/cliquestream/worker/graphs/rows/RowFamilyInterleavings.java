package io.cliquestream.worker.graphs.rows;

import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.worker.Interleavings;
import io.cliquestream.worker.memory.HostMemory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Versions that share rows are there for whoever holds one, and gone when nobody does. */
@Tag("long")
final class RowFamilyInterleavings {
  @Test
  void aNumberIsNeverTheNextVersionWhileThatIsBeingMade() {
    Interleavings.of(
        () -> {
          var memory = new HostMemory(1 << 20);
          var released = new AtomicInteger();
          Graph base = edge();
          PreparedGraph.Owned prepared = PreparedGraph.of(base);
          VersionRows first =
              VersionRows.begin(prepared, base.bytes(), released::incrementAndGet, 1, memory);
          RowFamily family = first.family();
          var batch = EdgeBatch.withRoom(1);
          batch.insert(1, 2);
          Interleavings.together(
              () -> {
                first.next(batch, 2).ifPresent(made -> made.rows().close());
                first.close();
              },
              () -> {
                Optional<VersionRows> found = family.find(1);
                if (found.isPresent()) {
                  Interleavings.require(found.get().graph().edgeCount() == 1, "another version");
                  found.get().close();
                }
              });
          Interleavings.require(family.find(2).isEmpty(), "it is there for nobody");
          Interleavings.require(released.get() == 1, "released " + released + " times");
          Interleavings.require(memory.used() == 0, memory.used() + " bytes are left");
          prepared.close();
        });
  }

  @Test
  void aFamilyStaysForWhoReachesAVersionWhileItsLastFollowerLeaves() {
    Interleavings.of(
        () -> {
          var memory = new HostMemory(1 << 20);
          Graph base = edge();
          PreparedGraph.Owned prepared = PreparedGraph.of(base);
          VersionRows first = VersionRows.begin(prepared, base.bytes(), () -> {}, 1, memory);
          RowFamily family = first.family();
          family.follow(true);
          first.close();
          Interleavings.together(
              () -> family.follow(false),
              () -> {
                var delta = new VersionDelta(1, 2, new long[] {1, 2}, new long[0]);
                family
                    .reach(2, (_, _) -> Optional.of(List.of(delta)), _ -> Optional.empty(), 10)
                    .ifPresent(VersionRows::close);
              });
          Interleavings.require(family.find(2).isEmpty(), "it is there for nobody");
          Interleavings.require(memory.used() == 0, memory.used() + " bytes are left");
          prepared.close();
        });
  }

  private static Graph edge() {
    try (EdgeArray edges = EdgeArray.narrow()) {
      edges.add(0, 1);
      return GraphBuilder.build(edges, new Parallelism(1));
    }
  }
}
