package io.cliquestream.cli.drawing;

import io.cliquestream.kernels.job.Pattern;
import java.util.Arrays;

/**
 * Where the vertices of a pattern are drawn: on a circle, or one of them in its middle and the
 * others around it, in the order with the fewest crossings and then the shortest edges. Every order
 * is tried, 5,040 of them for eight vertices. Deterministic.
 */
public record PatternLayout(double[] x, double[] y) {
  /** A crossing is worse than any length, and an edge through a vertex worse than that. */
  private static final double CROSSING = 100;

  private static final double THROUGH_VERTEX = 1_000;
  private static final double NEAR = 1e-6;

  /** The best of both ways. */
  public static PatternLayout of(Pattern pattern) {
    int n = pattern.vertexCount();
    if (n == 2) {
      return new PatternLayout(new double[] {-1, 1}, new double[] {0, 0});
    }
    Search circle = new Search(pattern, -1);
    circle.permute(1);
    Search best = circle;
    for (int middle = 0; middle < n && n > 3; middle++) {
      Search star = new Search(pattern, middle);
      star.permute(1);
      // A polygon is what people know; the middle is for stars, and for crossings that it saves.
      double saved = isStar(pattern, middle) ? NEAR : CROSSING / 2;
      if (star.cost < best.cost - saved) {
        best = star;
      }
    }
    return new PatternLayout(best.x, best.y);
  }

  private static boolean isStar(Pattern pattern, int middle) {
    int leaves = pattern.vertexCount() - 1;
    return pattern.edgeCount() == leaves && Integer.bitCount(pattern.row(middle)) == leaves;
  }

  /** Between -1 and 1, to the right. */
  public double x(int vertex) {
    return x[vertex];
  }

  /** Between -1 and 1, downwards. */
  public double y(int vertex) {
    return y[vertex];
  }

  /** Tries every order of the vertices on the circle; the first stays where it is. */
  private static final class Search {
    private final Pattern pattern;
    private final int[] around;
    private final double[] tryX;
    private final double[] tryY;
    private double[] x;
    private double[] y;
    private double cost = Double.POSITIVE_INFINITY;

    Search(Pattern pattern, int middle) {
      this.pattern = pattern;
      int n = pattern.vertexCount();
      this.tryX = new double[n];
      this.tryY = new double[n];
      int[] others = new int[n];
      int used = 0;
      for (int v = 0; v < n; v++) {
        if (v != middle) {
          others[used++] = v;
        }
      }
      this.around = Arrays.copyOf(others, used);
    }

    void permute(int fixed) {
      if (fixed == around.length) {
        place();
        return;
      }
      for (int i = fixed; i < around.length; i++) {
        swap(fixed, i);
        permute(fixed + 1);
        swap(fixed, i);
      }
    }

    private void swap(int i, int j) {
      int vertex = around[i];
      around[i] = around[j];
      around[j] = vertex;
    }

    private void place() {
      int points = around.length;
      // Even numbers stand on a side, as people draw a square.
      double turn = points % 2 == 0 ? Math.PI / points : 0;
      for (int i = 0; i < points; i++) {
        double angle = 2 * Math.PI * i / points + turn - Math.PI / 2;
        tryX[around[i]] = Math.cos(angle);
        tryY[around[i]] = Math.sin(angle);
      }
      double now = cost();
      if (now < cost - NEAR) {
        cost = now;
        x = tryX.clone();
        y = tryY.clone();
      }
    }

    private double cost() {
      double sum = 0;
      int n = pattern.vertexCount();
      for (int a = 0; a < n; a++) {
        for (int b = a + 1; b < n; b++) {
          if (!pattern.hasEdge(a, b)) {
            continue;
          }
          sum += Math.hypot(tryX[a] - tryX[b], tryY[a] - tryY[b]);
          for (int v = 0; v < n; v++) {
            if (v != a && v != b && Math.abs(turn(a, b, v)) < NEAR && between(a, b, v)) {
              sum += THROUGH_VERTEX;
            }
          }
          for (int c = a + 1; c < n; c++) {
            for (int d = c + 1; d < n; d++) {
              if (c != b && d != b && pattern.hasEdge(c, d) && cross(a, b, c, d)) {
                sum += CROSSING;
              }
            }
          }
        }
      }
      return sum;
    }

    private double turn(int a, int b, int c) {
      return (tryX[b] - tryX[a]) * (tryY[c] - tryY[a]) - (tryY[b] - tryY[a]) * (tryX[c] - tryX[a]);
    }

    private boolean between(int a, int b, int v) {
      return (tryX[v] - tryX[a]) * (tryX[v] - tryX[b]) + (tryY[v] - tryY[a]) * (tryY[v] - tryY[b])
          < 0;
    }

    private boolean cross(int a, int b, int c, int d) {
      return turn(a, b, c) * turn(a, b, d) < -NEAR && turn(c, d, a) * turn(c, d, b) < -NEAR;
    }
  }
}
