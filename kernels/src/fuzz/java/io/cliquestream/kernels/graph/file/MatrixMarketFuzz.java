package io.cliquestream.kernels.graph.file;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** Coordinate files are read as the reference reads them, or refused. */
@Tag("fuzz")
final class MatrixMarketFuzz {
  @FuzzTest
  void readsWhatTheReferenceReads(FuzzedDataProvider data) {
    boolean written = data.consumeBoolean();
    int piece = data.consumeInt(1, 64);
    byte[] file = written ? write(data) : data.consumeRemainingAsBytes();
    Readers.check(
        GraphFileFormat.MATRIX_MARKET,
        "fuzz.mtx",
        file,
        piece,
        ReferenceText.read(GraphFileFormat.MATRIX_MARKET, file));
  }

  private static byte[] write(FuzzedDataProvider data) {
    TextWriter text = new TextWriter(data);
    String field = data.pickValue(new String[] {"pattern", "real", "Integer", "complex"});
    text.words(
        "%%MatrixMarket",
        "matrix",
        "coordinate",
        field,
        data.pickValue(new String[] {"general", "symmetric", "skew-symmetric", "hermitian"}));
    text.endLine();
    text.maybeComment("%");
    int vertices = data.consumeInt(1, 9);
    int entries = data.consumeInt(0, 20);
    text.words(vertices, vertices, entries);
    text.endLine();
    int values = field.equals("complex") ? 2 : field.equals("pattern") ? 0 : 1;
    for (int entry = 0; entry < entries && !text.isFull(); entry++) {
      text.maybeComment("%");
      text.words(data.consumeInt(1, vertices), data.consumeInt(1, vertices));
      for (int value = 0; value < values; value++) {
        text.word(data.pickValue(new String[] {"1", "-1", "0.5", "1e-3", "+2."}));
      }
      text.endLine();
    }
    return text.bytes();
  }
}
