package io.cliquestream.kernels.graph.file;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** METIS files are read as the reference reads them, or refused. */
@Tag("fuzz")
final class MetisFuzz {
  private static final String[] FORMATS = {"0", "1", "10", "011", "100", "111", "000", "110"};

  @FuzzTest
  void readsWhatTheReferenceReads(FuzzedDataProvider data) {
    boolean written = data.consumeBoolean();
    int piece = data.consumeInt(1, 64);
    byte[] file = written ? write(data) : data.consumeRemainingAsBytes();
    Readers.check(
        GraphFileFormat.METIS,
        "fuzz.graph",
        file,
        piece,
        ReferenceText.read(GraphFileFormat.METIS, file));
  }

  private static byte[] write(FuzzedDataProvider data) {
    TextWriter text = new TextWriter(data);
    int vertices = data.consumeInt(1, 12);
    int edges = data.consumeInt(0, 20);
    List<List<Integer>> rows = new ArrayList<>();
    for (int vertex = 0; vertex < vertices; vertex++) {
      rows.add(new ArrayList<>());
    }
    for (int edge = 0; edge < edges; edge++) {
      int from = data.consumeInt(0, vertices - 1);
      int to = data.consumeInt(0, vertices - 1);
      rows.get(from).add(to + 1);
      if (data.consumeInt(0, 63) != 1) {
        rows.get(to).add(from + 1);
      }
    }
    text.maybeComment("%");
    String format = data.pickValue(FORMATS);
    int digits = Integer.parseInt(format);
    text.words(vertices, edges);
    int constraints = digits / 10 % 10;
    if (digits > 0 || data.consumeBoolean()) {
      text.word(format);
      if (constraints > 0 && data.consumeBoolean()) {
        constraints = data.consumeInt(1, 3);
        text.word(constraints);
      }
    }
    text.endLine();
    for (List<Integer> row : rows) {
      text.maybeComment("%");
      for (int skipped = digits / 100 + constraints; skipped > 0; skipped--) {
        text.word(data.consumeInt(0, 9));
      }
      for (int neighbour : row) {
        text.word(neighbour);
        if (digits % 10 == 1) {
          text.word(data.consumeInt(0, 9));
        }
      }
      text.endLine();
    }
    return text.bytes();
  }
}
