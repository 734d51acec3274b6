package io.cliquestream.kernels.graph.file;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/**
 * Files of cliques, colouring, paths and flows are read as the reference reads them, or refused.
 */
@Tag("fuzz")
final class DimacsFuzz {
  @FuzzTest
  void readsWhatTheReferenceReads(FuzzedDataProvider data) {
    boolean written = data.consumeBoolean();
    int piece = data.consumeInt(1, 64);
    byte[] file = written ? write(data) : data.consumeRemainingAsBytes();
    Readers.check(
        GraphFileFormat.DIMACS,
        "fuzz.clq",
        file,
        piece,
        ReferenceText.read(GraphFileFormat.DIMACS, file));
  }

  private static byte[] write(FuzzedDataProvider data) {
    TextWriter text = new TextWriter(data);
    text.maybeComment("c");
    int vertices = data.consumeInt(1, 9);
    int edges = data.consumeInt(0, 20);
    int announced = data.pickValue(new int[] {edges, 2 * edges, edges / 2, edges + 1});
    String problem = data.pickValue(new String[] {"edge", "col", "edges", "sp", "max"});
    boolean arcs = problem.equals("sp") || problem.equals("max");
    text.words("p", problem, vertices, announced);
    text.endLine();
    for (int edge = 0; edge < edges && !text.isFull(); edge++) {
      text.maybeComment("c");
      switch (data.consumeInt(0, 15)) {
        case 0 -> {
          text.words("n", data.consumeInt(1, vertices), data.consumeInt(0, 9));
          text.endLine();
        }
        case 1 -> {
          text.words(data.pickValue(new String[] {"d", "x", "v", "a", "q"}), 1, "-2.5");
          text.endLine();
        }
        default -> {}
      }
      text.words(arcs ? "a" : "e", data.consumeInt(1, vertices), data.consumeInt(1, vertices));
      if (data.consumeInt(0, 15) == 0) {
        text.word("0.5");
      }
      text.endLine();
    }
    return text.bytes();
  }
}
