package io.cliquestream.cli.output;

import io.cliquestream.cli.rows.CountHistogram;
import io.cliquestream.cli.rows.RowTotals;
import io.cliquestream.contract.Counts;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.v1.AlertReport;
import io.cliquestream.v1.AlertSummary;
import io.cliquestream.v1.CliqueEstimateAnswer;
import io.cliquestream.v1.Count;
import io.cliquestream.v1.FigureChange;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultDifference;
import io.cliquestream.v1.ResultPage;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A result as lines for a person. */
public final class ResultText {
  /** Sets shown where nothing else is said. */
  private static final int SHOWN = 20;

  private ResultText() {}

  /** The answer alone, one line per figure, with the names that the result carries. */
  public static List<String> figures(JobResult result) {
    RecordNames names = new RecordNames();
    names.add(result.getNames());
    return figures(result, names.shown(), SHOWN, Terminal.NONE);
  }

  /** The same; counts by size or shape are bars where a terminal shows them. */
  static List<String> figures(
      JobResult result, VertexNames vertices, int shown, Terminal terminal) {
    List<String> lines =
        new ArrayList<>(
            result.hasDifference()
                ? difference(result.getDifference())
                : answer(result, vertices, shown, terminal));
    if (result.hasAlerts()) {
      lines.add(alerts(result.getAlerts()));
    }
    if (result.hasFailure()) {
      lines.add(
          (result.getPartial() ? "partial: " : "failed: ") + result.getFailure().getMessage());
    }
    return lines;
  }

  private static List<String> difference(ResultDifference difference) {
    String since = " since version " + Long.toUnsignedString(difference.getBaseVersion());
    return difference.getFiguresCount() == 0
        ? List.of("no change" + since)
        : difference.getFiguresList().stream().map(figure -> change(figure) + since).toList();
  }

  private static String change(FigureChange figure) {
    BigInteger before = Counts.toBigInteger(figure.getBefore());
    BigInteger after = Counts.toBigInteger(figure.getAfter());
    BigInteger by = after.subtract(before);
    return "%s %s (%s%s)".formatted(figure.getName(), after, by.signum() > 0 ? "+" : "", by);
  }

  private static String alerts(AlertReport report) {
    AlertSummary summary = report.getSummary();
    return "alerts %s: %s appeared, %s vanished"
        .formatted(
            Long.toUnsignedString(report.getRecords()),
            Counts.toDecimal(summary.getAppeared()),
            Counts.toDecimal(summary.getVanished()));
  }

  private static List<String> answer(
      JobResult result, VertexNames vertices, int shown, Terminal terminal) {
    List<String> lines = new ArrayList<>();
    switch (result.getAnswerCase()) {
      case TRIANGLES -> {
        var triangles = result.getTriangles();
        lines.add("triangles " + Counts.toDecimal(triangles.getTriangles()));
        if (triangles.hasWedges()) {
          lines.add("wedges " + Counts.toDecimal(triangles.getWedges()));
          lines.add(String.format(Locale.ROOT, "transitivity %.6f", triangles.getTransitivity()));
          lines.add(
              String.format(
                  Locale.ROOT, "average clustering %.6f", triangles.getAverageClustering()));
        }
      }
      case K_CLIQUES -> {
        Figures figures = new Figures();
        result
            .getKCliques()
            .getCliquesList()
            .forEach(c -> figures.add(c.getSize() + "-cliques", c.getCount()));
        lines.addAll(figures.lines(terminal));
        if (result.getPartial()) {
          int exactTo = result.getKCliques().getExactTo();
          boolean bounds =
              result.getKCliques().getCliquesList().stream().anyMatch(c -> c.getSize() > exactTo);
          lines.add("exact to size " + exactTo + (bounds ? ", lower bounds beyond" : ""));
        }
      }
      case MAXIMUM_CLIQUE -> {
        var maximum = result.getMaximumClique();
        lines.add("clique number " + maximum.getCliqueNumber());
        if (maximum.getUpperBound() != maximum.getCliqueNumber()) {
          lines.add("upper bound " + maximum.getUpperBound());
        }
        if (maximum.hasMaximumCliqueCount()) {
          lines.add("maximum cliques " + Counts.toDecimal(maximum.getMaximumCliqueCount()));
        }
        maximum.getCliquesList().stream()
            .limit(shown)
            .forEach(c -> lines.add(VertexLists.text(c, vertices)));
      }
      case MAXIMAL_CLIQUES -> {
        lines.add("maximal cliques " + Counts.toDecimal(result.getMaximalCliques().getCount()));
        Figures figures = new Figures();
        result
            .getMaximalCliques()
            .getBySizeList()
            .forEach(c -> figures.add("of size " + c.getSize(), c.getCount()));
        lines.addAll(figures.lines(terminal));
      }
      case MOTIFS -> {
        Figures figures = new Figures();
        result.getMotifs().getMotifsList().forEach(m -> figures.add(m.getName(), m.getCount()));
        lines.addAll(figures.lines(terminal));
      }
      case PATTERN -> lines.addAll(PatternListing.lines(result.getPattern(), result.getPartial()));
      case LISTING ->
          lines.add(
              "listed "
                  + result.getListing().getListed()
                  + (result.getListing().getComplete()
                      ? " (all there are)"
                      : result.getPartial() ? " (stopped)" : " (limit reached)"));
      case CORE_NUMBERS -> {
        lines.add("degeneracy " + result.getCoreNumbers().getDegeneracy());
        Figures figures = new Figures();
        result
            .getCoreNumbers()
            .getCoresList()
            .forEach(
                c ->
                    figures.add(
                        "of core number " + c.getCore(),
                        Counts.of(BigInteger.valueOf(c.getVertices()))));
        lines.addAll(figures.lines(terminal));
      }
      case CLIQUE_ESTIMATE -> lines.addAll(estimates(result.getCliqueEstimate()));
      case ANSWER_NOT_SET -> lines.add("no answer");
    }
    return lines;
  }

  private static List<String> estimates(CliqueEstimateAnswer answer) {
    return answer.getCliquesList().stream()
        .map(
            size ->
                size.getExact()
                    ? "%d-cliques %s (exact)".formatted(size.getSize(), whole(size.getEstimate()))
                    : "about %s %d-cliques; %s to %s with %s confidence (%d of %d samples)"
                        .formatted(
                            whole(size.getEstimate()),
                            size.getSize(),
                            whole(size.getLow()),
                            whole(size.getHigh()),
                            new BigDecimal(Double.toString(answer.getConfidence()))
                                    .movePointRight(2)
                                    .stripTrailingZeros()
                                    .toPlainString()
                                + "%",
                            size.getHits(),
                            size.getSamples()))
        .toList();
  }

  /** Whole while a double tells whole numbers apart, five digits beyond. */
  private static String whole(double value) {
    return value < 0x1p53
        ? Long.toString(Math.round(value))
        : String.format(Locale.ROOT, "%.4e", value);
  }

  /** Counts under labels: lines, or bars. */
  private static final class Figures {
    private final Map<String, Count> figures = new LinkedHashMap<>();

    void add(String label, Count count) {
      figures.put(label, count);
    }

    List<String> lines(Terminal terminal) {
      if (!terminal.attached() || figures.size() < 2) {
        return figures.entrySet().stream()
            .map(figure -> figure.getKey() + " " + Counts.toDecimal(figure.getValue()))
            .toList();
      }
      BarChart chart = new BarChart();
      figures.forEach((label, count) -> chart.bar(label, Counts.toBigInteger(count)));
      return chart.lines(terminal);
    }
  }

  /** A histogram as bars. */
  public static List<String> histogram(CountHistogram histogram, Terminal terminal) {
    BarChart chart = new BarChart();
    histogram.bars().forEach(bar -> chart.bar(bar.label(), BigInteger.valueOf(bar.vertices())));
    return chart.lines(terminal);
  }

  /** The first rows of pages. */
  static List<String> entries(List<ResultPage> pages, VertexNames vertices, int shown) {
    List<String> entries = new ArrayList<>();
    for (ResultPage page : pages) {
      int rows = Math.min(RowTotals.of(page), shown - entries.size());
      for (int i = 0; i < rows; i++) {
        entries.add(entry(page, i, vertices));
      }
    }
    return entries;
  }

  private static String entry(ResultPage page, int i, VertexNames vertices) {
    return switch (page.getContentCase()) {
      case VERTEX_COUNTS -> {
        var counts = page.getVertexCounts();
        yield "vertex "
            + vertices.of(counts.getVertices(i))
            + " "
            + Counts.toDecimal(counts.getCounts(i));
      }
      case EDGE_COUNTS -> {
        var counts = page.getEdgeCounts();
        yield "edge "
            + vertices.of(counts.getFrom(i))
            + "-"
            + vertices.of(counts.getTo(i))
            + " "
            + Counts.toDecimal(counts.getCounts(i));
      }
      case VERTEX_COEFFICIENTS -> {
        var coefficients = page.getVertexCoefficients();
        yield String.format(
            Locale.ROOT,
            "vertex %s clustering %.6f",
            vertices.of(coefficients.getVertices(i)),
            coefficients.getCoefficients(i));
      }
      case VERTEX_SETS -> VertexLists.text(page.getVertexSets().getSets(i), vertices);
      case CONTENT_NOT_SET -> "";
    };
  }

  /** Where the time and the memory went. */
  static String timing(JobResult result, Optional<Measured> measured) {
    String text =
        String.format(
            Locale.ROOT,
            "%,d vertices, %,d edges; engine %s; ",
            result.getVertices(),
            result.getEdges(),
            result.getEngine());
    if (measured.isPresent()) {
      text +=
          String.format(
              Locale.ROOT,
              "read %.1f ms, build %.1f ms, ",
              measured.get().readNanos() / 1e6,
              measured.get().buildNanos() / 1e6);
    }
    text +=
        String.format(
            Locale.ROOT,
            "prepare %.1f ms, compute %.1f ms",
            result.getTimings().getPrepareNanos() / 1e6,
            result.getTimings().getComputeNanos() / 1e6);
    return text + measured.map(ResultText::use).orElse("");
  }

  private static String use(Measured measured) {
    String memory =
        measured.peakBytes().isPresent()
            ? String.format(Locale.ROOT, ", memory %d MiB", measured.peakBytes().getAsLong() >> 20)
            : "";
    return String.format(
        Locale.ROOT, "; processor time %.1f s%s", measured.processorNanos() / 1e9, memory);
  }
}
