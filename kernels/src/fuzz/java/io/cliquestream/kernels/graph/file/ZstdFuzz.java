package io.cliquestream.kernels.graph.file;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Tag;

/** Zstd data of any shape gives the pairs that every frame holds, or is refused. */
@Tag("fuzz")
final class ZstdFuzz {
  @FuzzTest
  void unpacksWhatTheReferenceUnpacks(FuzzedDataProvider data) {
    boolean written = data.consumeBoolean();
    int piece = data.consumeInt(1, 64);
    byte[] file = written ? write(data) : data.consumeRemainingAsBytes();
    if (Compression.of(file, file.length) == Compression.ZSTD) {
      Readers.check(
          GraphFileFormat.U32, "fuzz.el32.zst", file, piece, ReferenceContainer.zstd(file));
    }
  }

  /** Frames, skippable ones among them, a byte changed or the end cut off now and then. */
  private static byte[] write(FuzzedDataProvider data) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (int frames = data.consumeInt(1, 3); frames > 0; frames--) {
      byte[] plain = data.consumeBytes(8 * data.consumeInt(0, 40));
      file.writeBytes(Zstd.compress(plain, data.consumeInt(1, 5)));
      if (data.consumeInt(0, 7) == 0) {
        file.writeBytes(new byte[] {0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3});
      }
    }
    byte[] bytes = file.toByteArray();
    switch (data.consumeInt(0, 7)) {
      case 0 -> bytes = java.util.Arrays.copyOf(bytes, data.consumeInt(0, bytes.length));
      case 1 -> bytes[data.consumeInt(0, bytes.length - 1)] = data.consumeByte();
      default -> {}
    }
    return bytes;
  }
}
