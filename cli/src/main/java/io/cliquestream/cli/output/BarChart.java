package io.cliquestream.cli.output;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Counts as bars of block characters that fit the terminal. */
public final class BarChart {
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
  private static final String COLOUR = "\u001b[36m";
  private static final String PLAIN = "\u001b[0m";

  /** Largest part of the width that labels may take. */
  private static final double LABELS = 0.4;

  /** Beyond this ratio of the largest to the smallest, lengths are logarithms. */
  private static final double LINEAR = 1_000;

  private final List<String> labels = new ArrayList<>();
  private final List<BigInteger> counts = new ArrayList<>();

  /** Adds a bar. */
  public BarChart bar(String label, BigInteger count) {
    labels.add(label);
    counts.add(count);
    return this;
  }

  /** The chart, a line for each bar; one more says when lengths are logarithms. */
  public List<String> lines(Terminal terminal) {
    List<String> numbers =
        counts.stream().map(count -> String.format(Locale.ROOT, "%,d", count)).toList();
    int numberWidth = numbers.stream().mapToInt(String::length).max().orElse(0);
    int labelRoom = Math.max(8, (int) (terminal.width() * LABELS));
    int labelWidth = Math.min(labelRoom, labels.stream().mapToInt(String::length).max().orElse(0));
    int room = terminal.attached() ? terminal.width() - labelWidth - numberWidth - 4 : 0;
    boolean logarithmic = isLogarithmic();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      String start =
          String.format(
              Locale.ROOT,
              "%-" + Math.max(1, labelWidth) + "s  %" + Math.max(1, numberWidth) + "s",
              cut(labels.get(i), labelWidth),
              numbers.get(i));
      // Without a terminal, and on one that is too narrow, the numbers stay.
      String bar = room < 4 ? "" : bar(share(counts.get(i), logarithmic) * room);
      lines.add(
          bar.isEmpty()
              ? start
              : start + "  " + (terminal.coloured() ? COLOUR + bar + PLAIN : bar));
    }
    if (logarithmic && room >= 4) {
      lines.add("(lengths are logarithms)");
    }
    return lines;
  }

  private boolean isLogarithmic() {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (BigInteger count : counts) {
      if (count.signum() > 0) {
        double logarithm = logarithm(count);
        least = Math.min(least, logarithm);
        most = Math.max(most, logarithm);
      }
    }
    return most - least > Math.log(LINEAR);
  }

  private double share(BigInteger count, boolean logarithmic) {
    if (count.signum() <= 0) {
      return 0;
    }
    double most = counts.stream().mapToDouble(BarChart::logarithm).max().orElse(0);
    return logarithmic ? (logarithm(count) + 1) / (most + 1) : Math.exp(logarithm(count) - most);
  }

  /** Natural logarithm of a count of any size; 0 of none. */
  static double logarithm(BigInteger count) {
    int shift = Math.max(0, count.bitLength() - 1_000);
    double mantissa = Math.max(1, count.shiftRight(shift).doubleValue());
    return Math.log(mantissa) + shift * Math.log(2);
  }

  private static String bar(double columns) {
    int eighths = Math.max(1, (int) Math.round(columns * 8));
    int rest = eighths % 8;
    return columns <= 0
        ? ""
        : "█".repeat(eighths / 8) + (rest == 0 ? "" : EIGHTHS.substring(rest, rest + 1));
  }

  private static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "…";
  }
}
