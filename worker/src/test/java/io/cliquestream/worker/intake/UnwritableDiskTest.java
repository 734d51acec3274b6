package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.simple;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.Polling;
import io.cliquestream.worker.api.ErrorLog;
import io.cliquestream.worker.metrics.Metric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that takes no graph for a while: a file lies where its folder was. */
@Tag("seam")
final class UnwritableDiskTest {
  private static final int GRAPHS = 6;
  private static final int LEAVES = 10_000;
  private static final long LIMIT_SECONDS = 60;

  @TempDir Path folder;
  private StoreHarness harness;

  @BeforeEach
  void start() {
    harness = new StoreHarness();
  }

  @AfterEach
  void stop() throws Exception {
    harness.stop();
  }

  @Test
  void everyGraphThatTheDiskDidNotTakeWasAStackTraceWithoutAName() throws Exception {
    Path disk = folder.resolve("disk");
    try (var log = new ErrorLog()) {
      var store =
          harness.store("graphs.cache-bytes", "1MiB", "graphs.spill-folder", disk.toString());
      delete(disk);
      Files.createFile(disk);
      await(store.restore(0));
      for (int number = 0; number < GRAPHS; number++) {
        harness.send(star(number));
      }
      requireGraphs(store);
      requireGraphs(store);
      awaitDegraded(1);
      assertThat(store.cacheStatistics().spillFailures()).isGreaterThan(1);
      assertThat(store.cacheStatistics().rereads()).isPositive();

      Files.delete(disk);
      requireGraphs(store);
      awaitDegraded(0);
      // From disk now.
      requireGraphs(store);
      assertThat(disk).isDirectory();
      await(store.close());
      assertThat(log.text().lines().filter(line -> line.contains("to disk")))
          .singleElement()
          .asString()
          .containsPattern("graph\\d version 1 cannot be written to disk");
      assertThat(log.text()).doesNotContain("\tat ");
    }
  }

  private void awaitDegraded(int folders) {
    var degraded = harness.registry.get(Metric.CACHE_SPILL_DEGRADED.text()).gauge();
    double _ =
        Polling.until(
            Duration.ofSeconds(LIMIT_SECONDS), degraded::value, found -> found == folders);
  }

  private static void requireGraphs(KafkaGraphStore store) throws Exception {
    for (int number = 0; number < GRAPHS; number++) {
      assertThat(edges(store, "graph" + number, exact(1))).isEqualTo(simple(ends(number)));
    }
  }

  private static List<GraphRecord> star(int number) {
    var records = new ArrayList<GraphRecord>();
    SnapshotWriter.write(
        SnapshotPlan.pairs("graph" + number, 1, 1 << 20),
        PayloadCompressor.NONE,
        EdgeSource.of(ends(number)),
        records::add);
    return records;
  }

  private static long[] ends(int centre) {
    long[] ends = new long[2 * LEAVES];
    for (int leaf = 0; leaf < LEAVES; leaf++) {
      ends[2 * leaf] = centre;
      ends[2 * leaf + 1] = 1_000L + leaf;
    }
    return ends;
  }

  private static void delete(Path tree) throws Exception {
    List<Path> all;
    try (Stream<Path> files = Files.walk(tree)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
