package io.cliquestream.kernels.graph.file;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** Lists of edges are read as the reference reads them, or refused. */
@Tag("fuzz")
final class SnapFuzz {
  @FuzzTest
  void readsWhatTheReferenceReads(FuzzedDataProvider data) {
    boolean written = data.consumeBoolean();
    int piece = data.consumeInt(1, 64);
    byte[] file = written ? write(data) : data.consumeRemainingAsBytes();
    Readers.check(
        GraphFileFormat.SNAP,
        "fuzz.txt",
        file,
        piece,
        ReferenceText.read(GraphFileFormat.SNAP, file));
  }

  private static byte[] write(FuzzedDataProvider data) {
    TextWriter text = new TextWriter(data);
    int columns = data.consumeInt(2, 4);
    if (data.consumeInt(0, 3) == 0) {
      text.words("%", data.pickValue(new String[] {"sym", "asym", "bip", "x"}), "weighted");
      text.endLine();
    }
    for (int lines = data.consumeInt(0, 20); lines > 0 && !text.isFull(); lines--) {
      text.maybeComment(data.consumeBoolean() ? "#" : "%");
      for (int column = 0; column < columns; column++) {
        text.word(data.consumeInt(0, 9));
      }
      text.endLine();
    }
    return text.bytes();
  }
}
