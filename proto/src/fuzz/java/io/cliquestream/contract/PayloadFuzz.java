package io.cliquestream.contract;

import static io.cliquestream.v1.EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS;
import static io.cliquestream.v1.EdgeEncoding.EDGE_ENCODING_PAIRS;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.cliquestream.v1.EdgeEncoding;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Any payload is decoded to the pairs that a slow reader of the contract finds, or refused. */
@Tag("fuzz")
final class PayloadFuzz {
  private static final int MOST_RUNS = 64;

  @FuzzTest
  void decodesWhatTheReferenceDecodes(FuzzedDataProvider data) {
    EdgeEncoding encoding =
        data.consumeBoolean() ? EDGE_ENCODING_DELTA_VARINT_ROWS : EDGE_ENCODING_PAIRS;
    int idWidth = data.consumeBoolean() ? 4 : 8;
    long bound = data.consumeBoolean() ? 0 : data.consumeLong();
    byte[] payload =
        data.consumeBoolean() && encoding == EDGE_ENCODING_DELTA_VARINT_ROWS
            ? runs(data)
            : data.consumeRemainingAsBytes();

    ReferencePayload reference = new ReferencePayload(encoding, idWidth, bound);
    boolean accepted = reference.read(payload);
    List<BigInteger> found = new ArrayList<>();
    PayloadOutcome outcome =
        new PayloadDecoder(encoding, idWidth, bound)
            .decode(
                ByteBuffer.wrap(payload),
                (from, to) -> {
                  found.add(new BigInteger(Long.toUnsignedString(from)));
                  found.add(new BigInteger(Long.toUnsignedString(to)));
                });
    assertThat(found).isEqualTo(reference.ids());
    switch (outcome) {
      case PayloadOutcome.Decoded(long edges) -> {
        assertThat(accepted).isTrue();
        assertThat(edges).isEqualTo(found.size() / 2);
      }
      case PayloadOutcome.Refused(var code, int offset, String message) -> {
        assertThat(accepted).isFalse();
        assertThat(code).isEqualTo(reference.refusedCode());
        assertThat(offset).isEqualTo(reference.refusedAt());
        assertThat(message).isNotBlank().hasSizeLessThan(200);
      }
    }
  }

  /** Rows of the right shape, but for a count or a number that is stretched now and then. */
  private static byte[] runs(FuzzedDataProvider data) {
    PayloadBuffer payload = new PayloadBuffer(1 << 14);
    for (int run = data.consumeInt(1, MOST_RUNS); run > 0 && data.remainingBytes() > 0; run--) {
      putVarint(payload, data, word(data));
      int targets = data.consumeInt(1, 8);
      putVarint(payload, data, data.consumeInt(0, 15) == 0 ? word(data) : targets);
      for (int i = 0; i < targets; i++) {
        putVarint(payload, data, word(data));
      }
    }
    return java.util.Arrays.copyOf(payload.bytes, payload.length);
  }

  private static long word(FuzzedDataProvider data) {
    return data.consumeLong() >>> data.consumeInt(0, 63);
  }

  private static void putVarint(PayloadBuffer payload, FuzzedDataProvider data, long word) {
    payload.putVarint(word);
    // A longer spelling of the same number: zero groups behind its last one.
    for (int spare = data.consumeInt(0, 31) - 29; spare > 0; spare--) {
      payload.bytes[payload.length - 1] |= (byte) 0x80;
      payload.bytes[payload.length++] = 0;
    }
  }
}
