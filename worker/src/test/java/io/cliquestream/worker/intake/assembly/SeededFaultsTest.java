package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.polled;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.quota.Quotas;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Snapshots with records lost, doubled, exchanged, damaged and mixed up. */
final class SeededFaultsTest {
  private static final long MEBIBYTE = 1L << 20;

  private final AssemblyBudget budget =
      new AssemblyBudget(64 * MEBIBYTE, 64 * MEBIBYTE, new HostMemory(1L << 30));
  private final RecordedVersions versions = new RecordedVersions();
  private final PartitionAssembler assembler =
      new PartitionAssembler(0, 1, budget, Quotas.none(), versions);
  private long offset;

  @Test
  void thousandsOfSeededFaultsNeverGiveAWrongGraph() {
    int rejected = 0;
    for (int seed = 0; seed < 5_000; seed++) {
      var random = new Random(seed);
      String graphId = "g" + seed;
      long[] ends = randomEnds(random);
      List<byte[][]> stream = stream(graphId, random, ends);
      int faults = 1 + random.nextInt(3);
      for (int i = 0; i < faults; i++) {
        injectFault(stream, graphId, random);
      }
      for (byte[][] record : stream) {
        assembler.accept(polled(offset++, record[0], record[1]), false);
      }
      VersionStatus status = versions.status(graphId, 1);
      if (status == VersionStatus.READY) {
        assertThat(versions.edges.get(graphId + "/1"))
            .as("seed %d", seed)
            .isEqualTo(RecordedVersions.simple(ends));
      } else if (status == VersionStatus.REJECTED) {
        rejected++;
      }
      for (GraphRecord record : snapshot(graphId, 99, complete(4))) {
        assembler.accept(polled(offset++, record), false);
      }
      assertThat(versions.status(graphId, 99)).as("seed %d", seed).isEqualTo(VersionStatus.READY);
      assertThat(versions.status(graphId, 1)).as("seed %d", seed).isNotEqualTo(VersionStatus.OPEN);
    }
    assertThat(rejected).isGreaterThan(2_500);
    assembler.discardAll();
    assertThat(budget.used()).isZero();
  }

  private static long[] randomEnds(Random random) {
    return random.longs(2L * (20 + random.nextInt(60)), 0, 200).toArray();
  }

  private static List<byte[][]> stream(String graphId, Random random, long[] ends) {
    EdgeEncoding encoding =
        random.nextBoolean()
            ? EdgeEncoding.EDGE_ENCODING_PAIRS
            : EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS;
    PayloadCompressor compressor =
        random.nextBoolean() ? PayloadCompressor.NONE : GraphTopicRecords.ZSTD;
    var stream = new ArrayList<byte[][]>();
    for (GraphRecord record : snapshot(graphId, 1, encoding, compressor, ends)) {
      stream.add(bytes(record));
    }
    return stream;
  }

  private static byte[][] bytes(GraphRecord record) {
    return new byte[][] {GraphRecordKey.of(record).orElseThrow().bytes(), record.toByteArray()};
  }

  private static void injectFault(List<byte[][]> stream, String graphId, Random random) {
    if (stream.isEmpty()) {
      return;
    }
    int at = random.nextInt(stream.size());
    switch (random.nextInt(6)) {
      case 0 -> stream.remove(at);
      case 1 -> stream.add(random.nextInt(stream.size()), stream.get(at));
      case 2 -> Collections.swap(stream, at, random.nextInt(stream.size()));
      case 3 -> {
        byte[] value = stream.get(at)[1].clone();
        int bit = random.nextInt(value.length * 8);
        value[bit / 8] ^= (byte) (1 << bit % 8);
        stream.set(at, new byte[][] {stream.get(at)[0], value});
      }
      case 4 -> {
        byte[] value = stream.get(at)[1];
        stream.set(
            at,
            new byte[][] {
              stream.get(at)[0], java.util.Arrays.copyOf(value, random.nextInt(value.length))
            });
      }
      default -> {
        List<GraphRecord> other = snapshot(graphId, 2, complete(6));
        stream.add(at, bytes(other.get(random.nextInt(other.size()))));
      }
    }
  }
}
