package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.refusalException;
import static io.cliquestream.worker.intake.StoreHarness.simple;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.delta;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.metrics.Metric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Versions that left memory and that the disk does not have: the topic still does. */
@Tag("seam")
final class GraphOnTheTopicTest {
  private static final int GRAPHS = 12;
  private static final int LEAVES = 10_000;
  private static final Duration WAIT = Duration.ofSeconds(60);

  @TempDir Path folder;
  @RegisterExtension private final StoreHarness harness = new StoreHarness();

  @Test
  void aDiskThatIsFullOnceLostGraphsThatTheTopicHas() throws Exception {
    publishStars();
    var store = harness.store("graphs.cache-bytes", "1MiB", "graphs.spill-bytes", "0B");
    await(store.restore(0));
    requireStars(store);
    requireStars(store);
    assertThat(store.cacheStatistics().rereads()).isGreaterThan(GRAPHS);
    assertThat(
            harness.registry.get(Metric.GRAPH_PLACES.text()).tag("place", "topic").gauge().value())
        .isPositive();
    await(store.close());
  }

  @Test
  void manyLeasesOfOneVersionReadItFromTheTopicOnce() throws Exception {
    publishStars();
    var store = harness.store("graphs.cache-bytes", "1MiB", "graphs.spill-bytes", "0B");
    await(store.restore(0));
    requireStars(store);
    long before = store.cacheStatistics().rereads();
    // Nobody gives it back before all have it: after the last lease it may leave again.
    var leased = new CyclicBarrier(32);
    List<Callable<Set<String>>> tasks = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      tasks.add(
          () -> {
            try (GraphLease lease = await(store.lease("star0", exact(1), WAIT))) {
              leased.await(WAIT.toSeconds(), TimeUnit.SECONDS);
              return edges(lease.prepared().graph());
            }
          });
    }
    try (var threads = Executors.newFixedThreadPool(32)) {
      for (var result : threads.invokeAll(tasks)) {
        assertThat(result.get()).isEqualTo(star(0));
      }
    }
    assertThat(store.cacheStatistics().rereads() - before).isEqualTo(1);
    await(store.close());
  }

  @Test
  void aDamagedOrDeletedSpillFileIsNoticedAndReadFromTheTopicAndTheDiskHeals() throws Exception {
    publishStars();
    var store =
        harness.store("graphs.cache-bytes", "1MiB", "graphs.spill-folder", folder.toString());
    await(store.restore(0));
    requireStars(store);
    for (Path file : spilled()) {
      byte[] content = Files.readAllBytes(file);
      content[content.length - 5] ^= 1;
      Files.write(file, content);
    }
    requireStars(store);
    assertThat(store.cacheStatistics().spillFailures()).isPositive();
    deleteAll();
    requireStars(store);
    requireStars(store);
    // The folder that was taken away is there again.
    assertThat(spilled()).isNotEmpty();
    assertThat(store.cacheStatistics().isSpillDegraded()).isFalse();
    assertThat(harness.registry.get(Metric.CACHE_SPILL_DEGRADED.text()).gauge().value()).isZero();
    await(store.close());
  }

  @Test
  void aVersionMadeByDeltasIsReadAgainWithWhatItStandsOn() throws Exception {
    harness.send(largeOf("base", 0));
    var expected = new TreeSet<>(star(0));
    for (int version = 2; version <= 4; version++) {
      harness.send(
          delta(
              "base",
              version - 1,
              version,
              new long[] {700_000, 700_000 + version},
              new long[] {0, 1_000 + version}));
      expected.add("700000-" + (700_000 + version));
      expected.remove("0-" + (1_000 + version));
    }
    publishStars();
    var store =
        harness.store(
            "graphs.cache-bytes",
            "1MiB",
            "graphs.spill-bytes",
            "0B",
            "graphs.versions-per-graph",
            "1");
    await(store.restore(0));
    requireStars(store);
    assertThat(edges(store, "base", exact(4))).isEqualTo(expected);
    await(store.close());
  }

  @Test
  void aVersionWhoseRecordsAreGoneEverywhereSaysSo() throws Exception {
    publishStars();
    var store = harness.store("graphs.cache-bytes", "1MiB", "graphs.spill-bytes", "0B");
    await(store.restore(0));
    harness.deleteRecords(2);
    var failure = refusalException(store, "star0", exact(1));
    assertThat(failure.code()).isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    assertThat(failure).hasMessageContaining("lies in the topic alone");
    assertThat(edges(store, "star1", exact(1))).isEqualTo(star(1));
    await(store.close());
  }

  private void publishStars() throws Exception {
    for (int i = 0; i < GRAPHS; i++) {
      harness.send(large(i));
    }
  }

  private static List<GraphRecord> large(int number) {
    return largeOf("star" + number, number);
  }

  private static List<GraphRecord> largeOf(String graphId, int number) {
    var records = new ArrayList<GraphRecord>();
    io.cliquestream.contract.SnapshotWriter.write(
        io.cliquestream.contract.SnapshotPlan.pairs(graphId, 1, 1 << 20),
        io.cliquestream.contract.PayloadCompressor.NONE,
        io.cliquestream.contract.EdgeSource.of(starEnds(number)),
        records::add);
    return records;
  }

  private void requireStars(KafkaGraphStore store) throws Exception {
    for (int i = 0; i < GRAPHS; i++) {
      assertThat(edges(store, "star" + i, exact(1))).isEqualTo(star(i));
    }
  }

  private static long[] starEnds(int centre) {
    long[] ends = new long[2 * LEAVES];
    for (int i = 0; i < LEAVES; i++) {
      ends[2 * i] = centre;
      ends[2 * i + 1] = 1_000L + i;
    }
    return ends;
  }

  private static Set<String> star(int centre) {
    return simple(starEnds(centre));
  }

  private List<Path> spilled() throws Exception {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".graph")).toList();
    }
  }

  private void deleteAll() throws Exception {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.filter(file -> !file.equals(folder)).sorted((a, b) -> b.compareTo(a)).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
