package io.cliquestream.kernels.graph.file;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Tag;

/** Gzip data of any shape gives the pairs that every member holds, or is refused. */
@Tag("fuzz")
final class GzipFuzz {
  @FuzzTest
  void unpacksWhatTheReferenceUnpacks(FuzzedDataProvider data) {
    boolean written = data.consumeBoolean();
    int piece = data.consumeInt(1, 64);
    byte[] file = written ? write(data) : data.consumeRemainingAsBytes();
    if (Compression.of(file, file.length) == Compression.GZIP) {
      Readers.check(
          GraphFileFormat.U32, "fuzz.el32.gz", file, piece, ReferenceContainer.gzip(file));
    }
  }

  /** Members of any header, a byte of them changed or the end cut off now and then. */
  private static byte[] write(FuzzedDataProvider data) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (int members = data.consumeInt(1, 3); members > 0; members--) {
      file.writeBytes(member(data));
    }
    if (data.consumeInt(0, 7) == 0) {
      file.writeBytes(data.consumeBoolean() ? new byte[9] : data.consumeBytes(9));
    }
    byte[] bytes = file.toByteArray();
    switch (data.consumeInt(0, 7)) {
      case 0 -> bytes = java.util.Arrays.copyOf(bytes, data.consumeInt(0, bytes.length));
      case 1 -> bytes[data.consumeInt(0, bytes.length - 1)] = data.consumeByte();
      default -> {}
    }
    return bytes;
  }

  private static byte[] member(FuzzedDataProvider data) {
    int flags = data.consumeBoolean() ? 0 : data.consumeInt(0, 31);
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    member.writeBytes(new byte[] {0x1F, (byte) 0x8B, 8, (byte) flags, 0, 0, 0, 0});
    member.write(data.consumeByte());
    member.write(data.consumeByte());
    if ((flags & 4) != 0) {
      byte[] extra = data.consumeBytes(data.consumeInt(0, 300));
      writeLittle(member, extra.length, 2);
      member.writeBytes(extra);
    }
    for (int text = 8; text <= 16; text *= 2) {
      if ((flags & text) != 0) {
        for (byte letter : data.consumeBytes(20)) {
          member.write(letter == 0 ? 1 : letter);
        }
        member.write(0);
      }
    }
    if ((flags & 2) != 0) {
      writeLittle(member, checksum(member.toByteArray()), 2);
    }
    byte[] plain = data.consumeBytes(8 * data.consumeInt(0, 20));
    Deflater deflater = new Deflater(data.consumeInt(0, 9), true);
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
}
