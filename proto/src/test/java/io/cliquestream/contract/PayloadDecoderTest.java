package io.cliquestream.contract;

import static io.cliquestream.v1.EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS;
import static io.cliquestream.v1.EdgeEncoding.EDGE_ENCODING_PAIRS;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PayloadDecoderTest {
  @Test
  void aPairThatIsCutOffIsRefused() {
    refused(
        EDGE_ENCODING_PAIRS,
        4,
        0,
        "01000000 02000000 03",
        FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
        8);
    refused(
        EDGE_ENCODING_PAIRS, 8, 0, "01000000 02000000", FAILURE_CODE_SNAPSHOT_ENCODING_INVALID, 0);
  }

  @Test
  void anIdBeyondTheBoundIsRefusedWhereItStands() {
    refused(EDGE_ENCODING_PAIRS, 4, 5, "04000000 05000000", FAILURE_CODE_VERTEX_ID_BEYOND_BOUND, 4);
    refused(
        EDGE_ENCODING_DELTA_VARINT_ROWS, 4, 5, "05 01 01", FAILURE_CODE_VERTEX_ID_BEYOND_BOUND, 0);
    refused(
        EDGE_ENCODING_DELTA_VARINT_ROWS,
        4,
        5,
        "01 02 04 01",
        FAILURE_CODE_VERTEX_ID_BEYOND_BOUND,
        3);
    refused(
        EDGE_ENCODING_DELTA_VARINT_ROWS,
        4,
        0,
        "ffffffff1f 01 01",
        FAILURE_CODE_VERTEX_ID_BEYOND_BOUND,
        0);
  }

  @Test
  void aDifferenceThatWrapsAroundIsBeyondTheBound() {
    refused(
        EDGE_ENCODING_DELTA_VARINT_ROWS,
        8,
        0,
        "01 02 02 ffffffffffffffffff01",
        FAILURE_CODE_VERTEX_ID_BEYOND_BOUND,
        3);
  }

  @Test
  void aNumberThatIsCutOffOrBeyond64BitsIsRefused() {
    refused(EDGE_ENCODING_DELTA_VARINT_ROWS, 8, 0, "80", FAILURE_CODE_SNAPSHOT_ENCODING_INVALID, 0);
    refused(
        EDGE_ENCODING_DELTA_VARINT_ROWS,
        8,
        0,
        "ffffffffffffffffff02",
        FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
        0);
    refused(
        EDGE_ENCODING_DELTA_VARINT_ROWS,
        8,
        0,
        "8080808080808080808000",
        FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
        0);
    refused(
        EDGE_ENCODING_DELTA_VARINT_ROWS,
        8,
        0,
        "01 01 80",
        FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
        2);
  }

  @Test
  void aRunThatLiesAboutItsLengthIsRefusedBeforeAnyWork() {
    refused(
        EDGE_ENCODING_DELTA_VARINT_ROWS, 8, 0, "01 00", FAILURE_CODE_SNAPSHOT_ENCODING_INVALID, 1);
    refused(
        EDGE_ENCODING_DELTA_VARINT_ROWS,
        8,
        0,
        "01 03 01 01",
        FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
        1);
    refused(
        EDGE_ENCODING_DELTA_VARINT_ROWS,
        8,
        0,
        "01 ffffffffffffffffff01 01",
        FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
        1);
  }

  @Test
  void noBytesWhateverThrowAndNoIdBeyondTheBoundIsHandedOut() {
    for (int seed = 0; seed < 20_000; seed++) {
      var random = new SplittableRandom(seed);
      byte[] noise = new byte[random.nextInt(60)];
      random.nextBytes(noise);
      int idWidth = random.nextBoolean() ? 4 : 8;
      long bound = 1 + random.nextLong(1L << (1 + random.nextInt(40)));
      var encoding = random.nextBoolean() ? EDGE_ENCODING_PAIRS : EDGE_ENCODING_DELTA_VARINT_ROWS;
      long[] handedOut = {0};
      int printed = seed;
      var outcome =
          new PayloadDecoder(encoding, idWidth, bound)
              .decode(
                  ByteBuffer.wrap(noise),
                  (from, to) -> {
                    handedOut[0]++;
                    assertThat(Long.compareUnsigned(from, bound))
                        .as("seed %d", printed)
                        .isNegative();
                    assertThat(Long.compareUnsigned(to, bound)).as("seed %d", printed).isNegative();
                  });
      assertThat(handedOut[0]).as("seed %d", seed).isLessThanOrEqualTo(noise.length);
      if (outcome instanceof PayloadOutcome.Decoded(long edges)) {
        assertThat(edges).as("seed %d", seed).isEqualTo(handedOut[0]);
      }
    }
  }

  /**
   * Far more bytes than are looked at together, with numbers across every place that ends a look.
   */
  @Test
  void longPayloadsDecodeAndAreRefusedWhereTheyAreWrong() {
    for (int seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      boolean rows = random.nextBoolean();
      var bytes = new PayloadBuffer(1 << 17);
      var edges = new ArrayList<List<Long>>();
      var places = new ArrayList<Integer>();
      long bound = 1L << 40;
      while (bytes.length < 1 + random.nextInt(1 << 15)) {
        if (rows) {
          long from = random.nextLong(bound);
          bytes.putVarint(from);
          int count = 1 + random.nextInt(random.nextInt(8) == 0 ? 3_000 : 20);
          bytes.putVarint(count);
          long target = 0;
          for (int i = 0; i < count; i++) {
            long difference = random.nextLong(1L << (1 + random.nextInt(28)));
            target += difference;
            places.add(bytes.length);
            bytes.putVarint(difference);
            edges.add(List.of(from, target));
          }
        } else {
          long from = random.nextLong(bound);
          long to = random.nextLong(bound);
          bytes.putLong(from);
          places.add(bytes.length);
          bytes.putLong(to);
          edges.add(List.of(from, to));
        }
      }
      var encoding = rows ? EDGE_ENCODING_DELTA_VARINT_ROWS : EDGE_ENCODING_PAIRS;
      ByteBuffer payload =
          random.nextBoolean()
              ? ByteBuffer.wrap(bytes.bytes, 0, bytes.length)
              : ByteBuffer.allocateDirect(bytes.length).put(bytes.bytes, 0, bytes.length).flip();
      var decoded = new ArrayList<List<Long>>();
      assertThat(
              new PayloadDecoder(encoding, 8, bound)
                  .decode(payload, (from, to) -> decoded.add(List.of(from, to))))
          .as("seed %d", seed)
          .isEqualTo(new PayloadOutcome.Decoded(edges.size()));
      assertThat(decoded).as("seed %d", seed).isEqualTo(edges);

      long lower =
          edges.stream().mapToLong(List::getLast).sorted().skip(edges.size() / 2).min().getAsLong();
      int wrong = 0;
      while (edges.get(wrong).getLast() < Math.max(1, lower)
          && edges.get(wrong).getFirst() < Math.max(1, lower)) {
        wrong++;
      }
      decoded.clear();
      var outcome =
          new PayloadDecoder(encoding, 8, Math.max(1, lower))
              .decode(payload, (from, to) -> decoded.add(List.of(from, to)));
      assertThat(outcome).as("seed %d", seed).isInstanceOf(PayloadOutcome.Refused.class);
      assertThat(decoded).as("seed %d", seed).isEqualTo(edges.subList(0, wrong));
      if (edges.get(wrong).getFirst() < Math.max(1, lower)) {
        assertThat(((PayloadOutcome.Refused) outcome).byteOffset())
            .as("seed %d", seed)
            .isEqualTo(places.get(wrong));
      }
    }
  }

  /** Each stands for a snapshot that was announced; with a window and a batch they took 3.6 GB. */
  @Test
  void decodersThatWaitForTheirPayloadsHoldNoRoomForThem() {
    var waiting = new ArrayList<PayloadDecoder>();
    for (int i = 0; i < 300_000; i++) {
      waiting.add(new PayloadDecoder(EDGE_ENCODING_DELTA_VARINT_ROWS, 4, 0));
    }
    assertThat(waiting.getLast().decode(ByteBuffer.wrap(new byte[] {1, 1, 2}), (from, to) -> {}))
        .isEqualTo(new PayloadOutcome.Decoded(1));
  }

  @Test
  void anUnknownEncodingIsRefused() {
    assertThatThrownBy(() -> new PayloadDecoder(EdgeEncoding.EDGE_ENCODING_UNSPECIFIED, 4, 0))
        .isInstanceOf(ContractException.class);
    assertThatThrownBy(() -> new PayloadDecoder(EDGE_ENCODING_PAIRS, 5, 0))
        .isInstanceOf(ContractException.class);
  }

  private static void refused(
      EdgeEncoding encoding, int idWidth, long bound, String hex, FailureCode code, int at) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    var outcome =
        new PayloadDecoder(encoding, idWidth, bound)
            .decode(ByteBuffer.wrap(bytes), (from, to) -> {});
    assertThat(outcome).as(hex).isInstanceOf(PayloadOutcome.Refused.class);
    var refused = (PayloadOutcome.Refused) outcome;
    assertThat(refused.code()).as(hex).isEqualTo(code);
    assertThat(refused.byteOffset()).as(hex).isEqualTo(at);
    assertThat(refused.message()).isNotBlank();
  }
}
