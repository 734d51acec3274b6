package io.cliquestream.cli.drawing;

import io.cliquestream.kernels.job.Pattern;
import java.util.List;

/** A pattern drawn in characters, its vertices being their numbers. */
public final class PatternText {
  /** Characters across. */
  public static final int COLUMNS = 14;

  private static final int ROWS = 7;

  private PatternText() {}

  /** The picture, a line for each row. */
  public static List<String> lines(Pattern pattern) {
    PatternLayout layout = PatternLayout.of(pattern);
    BrailleCanvas canvas = new BrailleCanvas(COLUMNS, ROWS);
    double halfX = (canvas.width() - 2) / 2.0;
    double halfY = (canvas.height() - 4) / 2.0;
    int n = pattern.vertexCount();
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) {
        if (pattern.hasEdge(a, b)) {
          canvas.line(
              halfX * (1 + layout.x(a)),
              halfY * (1 + layout.y(a)) + 1,
              halfX * (1 + layout.x(b)),
              halfY * (1 + layout.y(b)) + 1);
        }
      }
    }
    for (int v = 0; v < n; v++) {
      canvas.letter(halfX * (1 + layout.x(v)), halfY * (1 + layout.y(v)) + 1, (char) ('0' + v));
    }
    return canvas.lines();
  }
}
