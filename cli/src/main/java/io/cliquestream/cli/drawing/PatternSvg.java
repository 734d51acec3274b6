package io.cliquestream.cli.drawing;

import io.cliquestream.kernels.job.Pattern;
import java.util.Locale;

/** A pattern as vertices and edges of a picture. */
public final class PatternSvg {
  private PatternSvg() {}

  /** A group around a point of a picture. */
  public static String group(Pattern pattern, double x, double y, double radius) {
    PatternLayout layout = PatternLayout.of(pattern);
    StringBuilder out = new StringBuilder("<g class=\"pattern\">");
    int n = pattern.vertexCount();
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) {
        if (pattern.hasEdge(a, b)) {
          out.append(
              String.format(
                  Locale.ROOT,
                  "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                  x + radius * layout.x(a),
                  y + radius * layout.y(a),
                  x + radius * layout.x(b),
                  y + radius * layout.y(b)));
        }
      }
    }
    for (int v = 0; v < n; v++) {
      out.append(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>",
              x + radius * layout.x(v),
              y + radius * layout.y(v),
              Math.max(2.5, radius / 6)));
    }
    return out.append("</g>").toString();
  }
}
