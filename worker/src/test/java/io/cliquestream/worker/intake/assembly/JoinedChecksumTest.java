package io.cliquestream.worker.intake.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Checksums;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checksums of pieces give the checksum of the whole. */
final class JoinedChecksumTest {
  @Test
  void piecesOfAnyLengthGiveTheChecksumOfTheWhole() {
    for (int seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] bytes = new byte[random.nextInt(seed < 5 ? 1 << 22 : 1 << 12)];
      random.nextBytes(bytes);
      JoinedChecksum joined = new JoinedChecksum();
      int at = 0;
      while (at < bytes.length) {
        int length = random.nextInt(bytes.length - at + 1);
        joined.add(Checksums.crc32c(ByteBuffer.wrap(bytes, at, length)), length);
        at += length;
      }
      assertThat(joined.value())
          .as("seed " + seed)
          .isEqualTo(Checksums.crc32c(ByteBuffer.wrap(bytes)));
    }
  }

  @Test
  void anotherOrderIsAnotherChecksum() {
    JoinedChecksum joined = new JoinedChecksum();
    assertThat(joined.value()).isZero();
    int first = Checksums.crc32c(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    int second = Checksums.crc32c(ByteBuffer.wrap(new byte[] {4, 5, 6}));
    joined.add(second, 3);
    joined.add(first, 3);
    assertThat(joined.value())
        .isNotEqualTo(Checksums.crc32c(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6})))
        .isEqualTo(Checksums.crc32c(ByteBuffer.wrap(new byte[] {4, 5, 6, 1, 2, 3})));
  }
}
