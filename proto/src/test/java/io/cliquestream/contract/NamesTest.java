package io.cliquestream.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphDelta;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.SnapshotNames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Names of vertices from their writers to bytes and back. */
final class NamesTest {
  @Test
  void namesOfASnapshotComeBackInTheirOrder() {
    for (long seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      List<String> names =
          IntStream.range(0, random.nextInt(200))
              .mapToObj(i -> "é".repeat(random.nextInt(300)) + i)
              .toList();
      SnapshotPlan plan =
          SnapshotPlan.pairs("g", 1, Math.max(1, names.size()))
              .withChunkBytes(64 + random.nextInt(5_000));
      var records = new ArrayList<GraphRecord>();
      NameSource source = NameSource.of(names);
      EdgeSource edges = EdgeSource.of();
      NameTotals totals = SnapshotWriter.measureNames(plan, source);
      SnapshotWriter.write(
          plan,
          PayloadCompressor.NONE,
          SnapshotWriter.measure(plan, edges),
          edges,
          totals,
          source,
          records::add);
      assertThat(records.getFirst().getHeader().getNameCount()).isEqualTo(names.size());
      var found = new ArrayList<String>();
      ByteString all = ByteString.EMPTY;
      long sequence = 0;
      for (GraphRecord record : records) {
        if (record.hasNames()) {
          SnapshotNames chunk = record.getNames();
          assertThat(chunk.getSequence()).isEqualTo(sequence++);
          assertThat(decoded(chunk.getPayload(), found)).isEqualTo(chunk.getNameCount());
          all = all.concat(chunk.getPayload());
        }
      }
      assertThat(found).isEqualTo(names);
      assertThat(records.getFirst().getHeader().getNameChunkCount()).isEqualTo(sequence);
      assertThat(records.getFirst().getHeader().getNameBytes()).isEqualTo(all.size());
      assertThat(records.getFirst().getHeader().getNameCrc32C()).isEqualTo(Checksums.crc32c(all));
    }
  }

  @Test
  void edgesOfADeltaComeBackByTheirNames() {
    for (long seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      String[] inserted = ends(random);
      String[] deleted = ends(random);
      var plan = new DeltaPlan("g", 1, 2, random.nextBoolean() ? 4 : 8, 64 + random.nextInt(900));
      var records = new ArrayList<GraphRecord>();
      int parts =
          NamedDeltaWriter.write(
              plan, NamedEdgeSource.of(inserted), NamedEdgeSource.of(deleted), records::add);
      assertThat(records).hasSize(parts);
      var foundInserted = new ArrayList<String>();
      var foundDeleted = new ArrayList<String>();
      for (GraphRecord record : records) {
        GraphDelta part = record.getDelta();
        assertThat(part.getNames().size() + part.getInserted().size() + part.getDeleted().size())
            .isLessThanOrEqualTo(plan.partBytes());
        assertThat(part.getCrc32C())
            .isEqualTo(Checksums.crc32c(part.getNames(), part.getInserted(), part.getDeleted()));
        var names = new ArrayList<String>();
        decoded(part.getNames(), names);
        assertThat(new TreeSet<>(names)).hasSize(names.size());
        resolve(part.getInserted(), plan.idWidth(), names, foundInserted);
        resolve(part.getDeleted(), plan.idWidth(), names, foundDeleted);
      }
      assertThat(foundInserted).containsExactly(inserted);
      assertThat(foundDeleted).containsExactly(deleted);
    }
  }

  @Test
  void aNameThatIsEmptyOrTooLongIsNotWritten() {
    SnapshotPlan plan = SnapshotPlan.pairs("g", 1, 1);
    for (String name : List.of("", "x".repeat(Bounds.NAME_BYTES + 1))) {
      assertThatThrownBy(() -> SnapshotWriter.measureNames(plan, NameSource.of(List.of(name))))
          .isInstanceOf(ContractException.class);
      assertThatThrownBy(
              () ->
                  NamedDeltaWriter.write(
                      new DeltaPlan("g", 1, 2, 4, 4_096),
                      NamedEdgeSource.of(name, "b"),
                      NamedEdgeSource.of(),
                      _ -> {}))
          .isInstanceOf(ContractException.class);
    }
  }

  @Test
  void aVertexWithoutANameIsNotWritten() {
    SnapshotPlan plan = SnapshotPlan.pairs("g", 1, 3);
    NameSource names = NameSource.of(List.of("a", "b"));
    EdgeSource edges = EdgeSource.of(0, 2);
    assertThatThrownBy(
            () ->
                SnapshotWriter.write(
                    plan,
                    PayloadCompressor.NONE,
                    SnapshotWriter.measure(plan, edges),
                    edges,
                    SnapshotWriter.measureNames(plan, names),
                    names,
                    _ -> {}))
        .isInstanceOfSatisfying(
            ContractException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND));
  }

  @Test
  void anyBytesAreNamesOrRefused() {
    for (long seed = 0; seed < 20_000; seed++) {
      var random = new SplittableRandom(seed);
      byte[] bytes = new byte[random.nextInt(40)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(4));
      }
      var names = new ArrayList<byte[]>();
      try {
        NameDecoder.decode(
            ByteBuffer.wrap(bytes),
            8,
            (b, from, to) -> names.add(java.util.Arrays.copyOfRange(b, from, to)));
      } catch (ContractException e) {
        assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID);
        continue;
      }
      // What was read is the one way to write it.
      var again = new ArrayList<Byte>();
      var encoder =
          new NameEncoder(
              4_096,
              (payload, length, _) -> {
                for (int i = 0; i < length; i++) {
                  again.add(payload[i]);
                }
              });
      names.forEach(encoder::accept);
      encoder.finish();
      assertThat(again).hasSize(bytes.length);
      for (int i = 0; i < bytes.length; i++) {
        assertThat(again.get(i)).isEqualTo(bytes[i]);
      }
    }
  }

  private static String[] ends(SplittableRandom random) {
    return random
        .ints(2L * random.nextInt(60), 0, 30)
        .mapToObj(i -> i % 7 == 0 ? "é " + i : Integer.toString(i))
        .toArray(String[]::new);
  }

  private static int decoded(ByteString payload, List<String> names) {
    return NameDecoder.decode(
        payload.asReadOnlyByteBuffer(),
        0,
        (bytes, from, to) -> names.add(new String(bytes, from, to - from, StandardCharsets.UTF_8)));
  }

  private static void resolve(ByteString pairs, int width, List<String> names, List<String> out) {
    ByteBuffer buffer = pairs.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      out.add(names.get(width == 4 ? buffer.getInt() : (int) buffer.getLong()));
    }
  }
}
