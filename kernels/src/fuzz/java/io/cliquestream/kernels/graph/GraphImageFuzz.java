package io.cliquestream.kernels.graph;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/**
 * The image of a graph is mapped where its header and its length agree, and refused elsewhere. What
 * lies behind the header is the writer's own and trusted.
 */
@Tag("fuzz")
final class GraphImageFuzz {
  private static final long NARROW = 0x636c_6971_7565_0001L;
  private static final long WIDE = 0x636c_6971_7565_0101L;
  private static final int HEADER_WORDS = 8;

  @FuzzTest
  void isMappedWhereHeaderAndLengthAgree(FuzzedDataProvider data) throws IOException {
    boolean wide = data.consumeBoolean();
    byte[] image = data.consumeBoolean() ? written(data, wide) : data.consumeRemainingAsBytes();
    long[] words = new long[HEADER_WORDS];
    ByteBuffer bytes = ByteBuffer.wrap(image).order(ByteOrder.nativeOrder());
    for (int word = 0; word < HEADER_WORDS && image.length >= 64; word++) {
      words[word] = bytes.getLong(8 * word);
    }
    boolean expected = isWhole(words, image.length, wide);
    Path file = Files.createTempFile("cliquestream-fuzz", ".image");
    try {
      Files.write(file, image);
      boolean mapped = false;
      try (SimpleGraph graph = wide ? WideGraphImage.map(file) : GraphImage.map(file)) {
        mapped = true;
        assertThat(graph.edgeCount()).isEqualTo(words[2] / 2);
        assertThat(graph.input().pairs()).isEqualTo(words[4]);
      } catch (IOException refused) {
        assertThat(refused.getMessage()).isNotBlank();
      }
      assertThat(mapped).isEqualTo(expected);
    } finally {
      Files.delete(file);
    }
  }

  private static boolean isWhole(long[] words, int length, boolean wide) {
    BigInteger vertices = BigInteger.valueOf(words[1]);
    BigInteger arcs = BigInteger.valueOf(words[2]);
    BigInteger rows = vertices.add(BigInteger.ONE).shiftLeft(3);
    BigInteger table = words[3] == 1 ? vertices.shiftLeft(3) : BigInteger.ZERO;
    BigInteger wanted =
        BigInteger.valueOf(64)
            .add(rows)
            .add(table)
            .add(wide ? vertices.shiftLeft(3).add(arcs.shiftLeft(3)) : arcs.shiftLeft(2));
    for (long word : words) {
      if (word < 0 && word != words[7]) {
        return false;
      }
    }
    return words[0] == (wide ? WIDE : NARROW)
        && words[3] <= 1
        && words[2] % 2 == 0
        && wanted.equals(BigInteger.valueOf(length));
  }

  private static byte[] written(FuzzedDataProvider data, boolean wide) {
    long vertices = data.consumeInt(0, 12);
    long arcs = 2L * data.consumeInt(0, 12);
    long table = data.consumeInt(0, 1);
    long[] words = {wide ? WIDE : NARROW, vertices, arcs, table, 9, 1, 0, 0};
    if (data.consumeInt(0, 3) == 0) {
      words[data.consumeInt(0, 6)] = data.consumeLong() >> data.consumeInt(0, 63);
    }
    int length = (int) (64 + 8 * (vertices + 1) + 8 * table * vertices);
    length += (int) (wide ? 8 * vertices + 8 * arcs : 4 * arcs);
    length += data.consumeInt(0, 7) == 0 ? data.consumeInt(-8, 8) : 0;
    ByteBuffer image = ByteBuffer.allocate(Math.max(64, length)).order(ByteOrder.nativeOrder());
    for (long word : words) {
      image.putLong(word);
    }
    return image.array();
  }
}
