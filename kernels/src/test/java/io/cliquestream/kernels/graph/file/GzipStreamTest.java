package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gzip data of any shape is read whole or refused; nothing behind a member is dropped. */
final class GzipStreamTest {
  private static final int NAME_AND_MORE = 2 | 4 | 8 | 16;

  @Test
  void everyMemberIsRead() throws IOException {
    assertThat(edges(joined(gzip("1 2\n"), gzip("3 4\n"), gzip(""), gzip("5 6\n")))).isEqualTo(3);
  }

  @Test
  void aDamagedSecondMemberIsNotTheEnd() throws IOException {
    byte[] first = gzip("1 2\n");
    byte[] both = joined(first, gzip("3 4\n"));
    int unnoticed = 0;
    for (int at = first.length; at < both.length; at++) {
      byte[] damaged = both.clone();
      damaged[at] ^= 0x10;
      try {
        // Time, level, system and the last bits of the last block say nothing about the content.
        assertThat(edges(damaged)).isEqualTo(2);
        unnoticed++;
      } catch (ComputeException e) {
        assertThat(e.code()).isIn(FailureCode.FILE_UNREADABLE, FailureCode.FILE_TRUNCATED);
      }
    }
    assertThat(unnoticed).isBetween(6, 7);
  }

  @Test
  void aCutSecondMemberIsNotTheEnd() throws IOException {
    byte[] first = gzip("1 2\n");
    byte[] both = joined(first, gzip("3 4\n"));
    for (int length = first.length + 1; length < both.length; length++) {
      assertThat(failure(java.util.Arrays.copyOf(both, length)).code())
          .isEqualTo(FailureCode.FILE_TRUNCATED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "\n", "\0x", "3 4\n"})
  void whatFollowsAMemberIsNotDropped(String more) throws IOException {
    byte[] bytes = joined(gzip("1 2\n"), more.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(failure(bytes).code()).isEqualTo(FailureCode.FILE_UNREADABLE);
  }

  @Test
  void zeroesBehindTheLastMemberArePadding() throws IOException {
    assertThat(edges(joined(gzip("1 2\n"), new byte[100_000]))).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 14, 100, 254, 255})
  void anOperatingSystemThatNobodyKnowsDoesNotMakePlainPairs(int system) throws IOException {
    byte[] bytes = gzip("12345678abcdefgh");
    bytes[8] = (byte) system;
    bytes[9] = (byte) system;
    assertThat(read("pairs.el32", bytes)).isEqualTo(2);
  }

  @Test
  void headersWithEveryFieldAreRead() throws IOException {
    byte[] bytes = member("1 2\n3 4\n", NAME_AND_MORE);
    assertThat(edges(joined(bytes, bytes))).isEqualTo(4);
    byte[] damaged = bytes.clone();
    damaged[13] ^= 1;
    assertThat(failure(damaged)).hasMessageContaining("checksum of its header");
    damaged = bytes.clone();
    damaged[3] |= 0x20;
    assertThat(failure(damaged)).hasMessageContaining("unknown flags");
  }

  @Test
  void membersOnEveryBorderOfTheBufferAreRead() throws IOException {
    Random random = new Random(17);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    long lines = 0;
    while (all.size() < 1 << 18) {
      StringBuilder text = new StringBuilder();
      for (int left = random.nextInt(2000); left > 0; left--) {
        text.append(random.nextInt()).append(" 1\n");
        lines++;
      }
      all.write(member(text.toString().replace("-", ""), random.nextInt(2) * NAME_AND_MORE));
    }
    assertThat(edges(all.toByteArray())).isEqualTo(lines);
  }

  private static byte[] gzip(String text) throws IOException {
    return GraphFileRoundTripTest.pack(text.getBytes(StandardCharsets.US_ASCII), ".gz");
  }

  /** A member after RFC 1952, with the optional fields of the flags. */
  private static byte[] member(String text, int flags) {
    byte[] plain = text.getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    member.writeBytes(new byte[] {0x1F, (byte) 0x8B, 8, (byte) flags, 1, 2, 3, 4, 0, 3});
    if ((flags & 4) != 0) {
      member.writeBytes(new byte[] {3, 0, 'a', 'b', 'c'});
    }
    if ((flags & 8) != 0) {
      member.writeBytes("edges.txt\0".getBytes(StandardCharsets.US_ASCII));
    }
    if ((flags & 16) != 0) {
      member.writeBytes("a comment\0".getBytes(StandardCharsets.US_ASCII));
    }
    if ((flags & 2) != 0) {
      writeLittle(member, checksum(member.toByteArray()), 2);
    }
    Deflater deflater = new Deflater(6, true);
    deflater.setInput(plain);
    deflater.finish();
    byte[] packed = new byte[2 * plain.length + 100];
    member.write(packed, 0, deflater.deflate(packed));
    deflater.end();
    writeLittle(member, checksum(plain), 4);
    writeLittle(member, plain.length, 4);
    return member.toByteArray();
  }

  private static long checksum(byte[] bytes) {
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    return checksum.getValue();
  }

  private static void writeLittle(ByteArrayOutputStream out, long word, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write((int) (word >>> (8 * i)));
    }
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static long edges(byte[] bytes) {
    return read("edges.txt.gz", bytes);
  }

  private static ComputeException failure(byte[] bytes) {
    ComputeException failure = catchThrowableOfType(ComputeException.class, () -> edges(bytes));
    assertThat(failure).isNotNull();
    return failure;
  }

  private static long read(String name, byte[] bytes) {
    try (EdgeArray edges =
        GraphFiles.read(
            new ByteArrayInputStream(bytes),
            name,
            GraphFileFormat.AUTO,
            ReadLimits.defaults(),
            JobControl.unbounded())) {
      return edges.size();
    }
  }
}
