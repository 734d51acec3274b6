package io.cliquestream.kernels.cuda.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.GpuUnderTest;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.packed.PackedArrays;
import io.cliquestream.kernels.cuda.packed.PackedFeed;
import io.cliquestream.kernels.cuda.packed.PackedRuns;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pairs arrive as they are on the host, and their degrees are right, whoever packed which run. */
@Tag("gpu")
final class PackedFeedTest {
  private static final long ARRAYS = Long.getLong("cliquestream.random.gpu.graphs", 200) / 2;
  private static final long BYTES = 1L << 30;

  private static CudaDevice device;
  private static CudaLibrary library;

  /** What a feed did. */
  private record Fed(long[] pairs, int[] degrees) {}

  @BeforeAll
  static void open() {
    device = GpuUnderTest.open(DevicePolicy.DEFAULT.withLanes(1).withBudgetBytes(2 * BYTES));
    library = CudaInstallation.find().openLibrary();
  }

  @AfterAll
  static void close() {
    if (device != null) {
      device.close();
    }
  }

  @Test
  void pairsArriveInOrderAsFarAsTheyPack() {
    int whole = 0;
    int part = 0;
    for (long seed = 0; seed < ARRAYS; seed++) {
      try (EdgeArray edges = PackedArrays.of(seed)) {
        var runs = new PackedRuns.OfPairs(library.graph(), edges);
        Fed fed = feed(runs, edges.size(), PackedArrays.idBound(seed));
        long[] sent = PackedArrays.pairs(edges, fed.pairs.length);
        // Runs of a group change places, groups do not.
        assertThat(PackedArrays.sorted(fed.pairs))
            .as("seed %d", seed)
            .isEqualTo(PackedArrays.sorted(sent));
        assertThat(fed.degrees).as("seed %d", seed).isEqualTo(degrees(sent, fed.degrees.length));
        whole += sent.length == edges.size() ? 1 : 0;
        part += sent.length > 0 && sent.length < edges.size() ? 1 : 0;
      }
    }
    assertThat(whole).isPositive();
    assertThat(part).isPositive();
  }

  @Test
  void rowsArriveAsTheirEdges() {
    int whole = 0;
    for (long seed = 0; seed < ARRAYS; seed++) {
      try (EdgeArray edges = PackedArrays.of(seed);
          Graph graph = GraphBuilder.build(edges)) {
        var runs = new PackedRuns.OfRows(library.graph(), graph);
        Fed fed = feed(runs, graph.edgeCount(), graph.vertexCount());
        if (fed.pairs.length == graph.edgeCount()) {
          whole++;
          assertThat(PackedArrays.sorted(fed.pairs))
              .as("seed %d", seed)
              .isEqualTo(PackedArrays.sorted(PackedArrays.edges(graph)));
          assertThat(fed.degrees)
              .as("seed %d", seed)
              .isEqualTo(degrees(PackedArrays.edges(graph), fed.degrees.length));
        }
      }
    }
    assertThat(whole).isPositive();
  }

  private static Fed feed(PackedRuns runs, long count, long ids) {
    return device.run(
        JobControl.unbounded(),
        BYTES,
        lane -> {
          try (DeviceMemory pairs = lane.allocate(Math.max(1, Long.BYTES * count));
              GraphPreparation preparation = new GraphPreparation(lane, library, count, ids)) {
            long sent = new PackedFeed(lane, library, runs, preparation, pairs).send();
            long degrees = preparation.record().get("degree_by_id");
            long[] found =
                downloaded(lane, pairs, 0, Long.BYTES * sent).toArray(ValueLayout.JAVA_LONG);
            DeviceMemory working = preparation.working();
            int[] byId =
                downloaded(lane, working, degrees - working.address(), Integer.BYTES * ids)
                    .toArray(ValueLayout.JAVA_INT);
            preparation.discard();
            return new Fed(found, byId);
          }
        });
  }

  private static MemorySegment downloaded(Lane lane, DeviceMemory memory, long offset, long bytes) {
    MemorySegment host = Arena.ofAuto().allocate(bytes, Long.BYTES);
    lane.download(memory, offset, host);
    lane.await();
    return host;
  }

  /** Loops count nowhere. */
  private static int[] degrees(long[] pairs, int ids) {
    int[] degrees = new int[ids];
    Arrays.stream(pairs)
        .filter(pair -> (int) pair != (int) (pair >>> 32))
        .forEach(
            pair -> {
              degrees[(int) pair]++;
              degrees[(int) (pair >>> 32)]++;
            });
    return degrees;
  }
}
