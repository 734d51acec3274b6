package io.cliquestream.cli.drawing;

import io.cliquestream.kernels.job.Pattern;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Counts as horizontal bars, each with its label or its pattern drawn. */
public final class BarsSvg {
  private static final int WIDTH = 720;
  private static final int LABEL_WIDTH = 150;
  private static final int NUMBER_WIDTH = 190;
  private static final int ROW = 26;
  private static final int PICTURE_ROW = 56;

  /** Beyond this ratio of the largest to the smallest, lengths are logarithms. */
  private static final double LINEAR = 1_000;

  private record Bar(String label, Optional<Pattern> pattern, BigInteger count) {}

  private final List<Bar> bars = new ArrayList<>();

  /** Adds a bar. */
  public BarsSvg bar(String label, BigInteger count) {
    bars.add(new Bar(label, Optional.empty(), count));
    return this;
  }

  /** Adds a bar with a pattern drawn before it. */
  public BarsSvg bar(String label, Pattern pattern, BigInteger count) {
    bars.add(new Bar(label, Optional.of(pattern), count));
    return this;
  }

  /** Whether there is nothing to draw. */
  public boolean isEmpty() {
    return bars.isEmpty();
  }

  /** The picture as an element of a page. */
  public String svg(String title) {
    boolean pictures = bars.stream().anyMatch(bar -> bar.pattern.isPresent());
    int row = pictures ? PICTURE_ROW : ROW;
    int left = LABEL_WIDTH + (pictures ? PICTURE_ROW : 0);
    int room = WIDTH - left - NUMBER_WIDTH;
    boolean logarithmic = isLogarithmic();
    int height = bars.size() * row + (logarithmic ? 20 : 4);
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"bars\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
            WIDTH,
            height,
            Html.escape(title)));
    double most = bars.stream().mapToDouble(bar -> logarithm(bar.count)).max().orElse(1);
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      double middle = i * row + row / 2.0;
      bar.pattern.ifPresent(
          pattern ->
              out.append(PatternSvg.group(pattern, LABEL_WIDTH + 26, middle, 20)).append('\n'));
      out.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%d\" y=\"%.1f\" class=\"label\">%s</text>%n",
              LABEL_WIDTH - 10,
              middle + 4,
              Html.escape(Html.cut(bar.label, 22))));
      double share =
          bar.count.signum() == 0
              ? 0
              : logarithmic
                  ? (logarithm(bar.count) + 1) / (most + 1)
                  : Math.exp(logarithm(bar.count) - most);
      double length = bar.count.signum() == 0 ? 0 : Math.max(2, share * room);
      out.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"16\" rx=\"3\"/>%n",
              left,
              middle - 8,
              length));
      out.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%.1f\" class=\"number\">%s</text>%n",
              left + length + 8,
              middle + 4,
              number(bar.count)));
    }
    if (logarithmic) {
      out.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%d\" y=\"%d\" class=\"note\">lengths are logarithms</text>%n",
              left,
              height - 5));
    }
    return out.append("</svg>\n").toString();
  }

  /** All digits while they fit beside a bar. */
  private static String number(BigInteger count) {
    return count.bitLength() <= 60
        ? String.format(Locale.ROOT, "%,d", count)
        : String.format(Locale.ROOT, "%.4e", new java.math.BigDecimal(count));
  }

  private boolean isLogarithmic() {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (Bar bar : bars) {
      if (bar.count.signum() > 0) {
        least = Math.min(least, logarithm(bar.count));
        most = Math.max(most, logarithm(bar.count));
      }
    }
    return most - least > Math.log(LINEAR);
  }

  /** Natural logarithm of a count of any size; 0 of none. */
  private static double logarithm(BigInteger count) {
    int shift = Math.max(0, count.bitLength() - 1_000);
    return Math.log(Math.max(1, count.shiftRight(shift).doubleValue())) + shift * Math.log(2);
  }
}
