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
import java.util.HexFormat;
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
