package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Zstd frames are read or refused for what they hold, however their bytes arrive. */
final class ZstdStreamTest {
  @ParameterizedTest
  @CsvSource({
    "a window over the limit, 28b52ffd0090010000, a window of more than 128 MiB",
    "a window over the limit and a known length, 28b52ffd809000000000010000, a window of more",
    "a block larger than its window, 28b52ffd4000d006833e0000, damaged",
    "a frame that announces more than it holds, 28b52ffd20f9010000, damaged",
    "a header that is cut, 28b52ffd20, end",
  })
  void refusesAlsoWhatTheLibraryLetsPassInOnePiece(String frame, String hex, String reason) {
    byte[] packed = HexFormat.of().parseHex(hex);
    for (int piece : new int[] {1, 7, packed.length}) {
      assertThatThrownBy(() -> unpack(packed, piece))
          .as("%s in pieces of %d bytes", frame, piece)
          .isInstanceOfSatisfying(
              IOException.class,
              refused -> {
                if (!reason.equals("end")) {
                  assertThat(refused).hasMessageContaining(reason);
                }
              });
    }
  }

  @Test
  void unpacksFramesOfAnyLength() throws IOException {
    Random random = new Random(5);
    for (int length : new int[] {0, 1, 100, 1 << 17, (1 << 17) + 1, 1 << 20}) {
      byte[] plain = new byte[length];
      random.nextBytes(plain);
      byte[] packed = Zstd.compress(plain);
      for (int piece : new int[] {7, packed.length}) {
        assertThat(unpack(packed, piece)).isEqualTo(plain);
      }
    }
  }

  private static byte[] unpack(byte[] packed, int piece) throws IOException {
    ByteArrayInputStream pieces =
        new ByteArrayInputStream(packed) {
          @Override
          public synchronized int read(byte[] buffer, int offset, int length) {
            return super.read(buffer, offset, Math.min(length, piece));
          }
        };
    try (ZstdStream stream = new ZstdStream(pieces)) {
      return stream.readAllBytes();
    }
  }
}
