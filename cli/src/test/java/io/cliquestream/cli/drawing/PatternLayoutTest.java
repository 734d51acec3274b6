package io.cliquestream.cli.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.Motif;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Drawings in which a reader sees the pattern. */
final class PatternLayoutTest {
  @Test
  void verticesHavePlacesOfTheirOwnWithinThePicture() {
    for (Motif motif : Motif.values()) {
      Pattern pattern = motif.pattern();
      PatternLayout layout = PatternLayout.of(pattern);
      for (int a = 0; a < pattern.vertexCount(); a++) {
        assertThat(layout.x(a)).isBetween(-1.0001, 1.0001);
        assertThat(layout.y(a)).isBetween(-1.0001, 1.0001);
        for (int b = 0; b < a; b++) {
          assertThat(Math.hypot(layout.x(a) - layout.x(b), layout.y(a) - layout.y(b)))
              .as(motif.label())
              .isGreaterThan(0.3);
        }
      }
    }
  }

  /** Every graph of up to four vertices can be drawn so, and these of five. */
  @Test
  void noEdgesCrossWhereTheyNeedNot() {
    for (Motif motif :
        List.of(
            Motif.STAR_4,
            Motif.PATH_5,
            Motif.CYCLE_5,
            Motif.HOUSE,
            Motif.BULL,
            Motif.GEM,
            Motif.WHEEL_4,
            Motif.CLIQUE_4,
            Motif.DIAMOND)) {
      assertThat(crossings(motif.pattern())).as(motif.label()).isZero();
    }
    assertThat(crossings(Pattern.parse("0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-0"))).isZero();
  }

  private static int crossings(Pattern pattern) {
    PatternLayout layout = PatternLayout.of(pattern);
    int crossings = 0;
    int n = pattern.vertexCount();
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) {
        for (int c = a + 1; c < n; c++) {
          for (int d = c + 1; d < n; d++) {
            if (b != c
                && b != d
                && pattern.hasEdge(a, b)
                && pattern.hasEdge(c, d)
                && turn(layout, a, b, c) * turn(layout, a, b, d) < -1e-9
                && turn(layout, c, d, a) * turn(layout, c, d, b) < -1e-9) {
              crossings++;
            }
          }
        }
      }
    }
    return crossings;
  }

  private static double turn(PatternLayout at, int a, int b, int c) {
    return (at.x(b) - at.x(a)) * (at.y(c) - at.y(a)) - (at.y(b) - at.y(a)) * (at.x(c) - at.x(a));
  }

  @Test
  void everyVertexOfAPatternIsInItsText() {
    for (Motif motif : Motif.values()) {
      String text = String.join("", PatternText.lines(motif.pattern()));
      for (int v = 0; v < motif.pattern().vertexCount(); v++) {
        assertThat(text).as(motif.label()).containsOnlyOnce(Integer.toString(v));
      }
    }
  }
}
