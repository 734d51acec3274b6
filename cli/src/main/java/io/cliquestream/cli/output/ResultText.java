package io.cliquestream.cli.output;

import io.cliquestream.contract.Counts;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.formats.text.Excerpt;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.VertexSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A result as lines for a person. */
public final class ResultText {
  /** Listed sets and array entries shown; the whole of them is in the JSON form. */
  private static final int SHOWN = 20;

  private ResultText() {}

  /** One line per figure, then the first entries of arrays and listings, then where time went. */
  public static List<String> render(
      JobResult result, List<ResultPage> pages, VertexNames names) {
    List<String> lines = new ArrayList<>(figures(result, names));
    long more = 0;
    for (ResultPage page : pages) {
      List<String> entries = entries(page, names);
      for (String entry : entries) {
        if (more++ < SHOWN) {
          lines.add(entry);
        }
      }
    }
    if (more > SHOWN) {
      lines.add("… and " + (more - SHOWN) + " more (use --json for all of them)");
    }
    // A job that was refused met neither graph nor engine.
    if (!result.getEngine().isEmpty()) {
      lines.add(timing(result));
    }
    return lines;
  }

  /** The answer alone, one line per figure, of a graph whose vertices are numbers. */
  public static List<String> figures(JobResult result) {
    return figures(result, VertexNames.NUMBERS);
  }

  private static List<String> figures(JobResult result, VertexNames names) {
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
      case K_CLIQUES ->
          result
              .getKCliques()
              .getCliquesList()
              .forEach(c -> lines.add(c.getSize() + "-cliques " + Counts.toDecimal(c.getCount())));
      case MAXIMUM_CLIQUE -> {
        var maximum = result.getMaximumClique();
        lines.add("clique number " + maximum.getCliqueNumber());
        if (maximum.getUpperBound() != maximum.getCliqueNumber()) {
          lines.add("upper bound " + maximum.getUpperBound());
        }
        if (maximum.hasMaximumCliqueCount()) {
          lines.add("maximum cliques " + Counts.toDecimal(maximum.getMaximumCliqueCount()));
        }
        maximum.getCliquesList().stream().limit(SHOWN).forEach(c -> lines.add(ids(c, names)));
      }
      case MAXIMAL_CLIQUES -> {
        lines.add("maximal cliques " + Counts.toDecimal(result.getMaximalCliques().getCount()));
        result
            .getMaximalCliques()
            .getBySizeList()
            .forEach(
                c -> lines.add("of size " + c.getSize() + " " + Counts.toDecimal(c.getCount())));
      }
      case MOTIFS ->
          result
              .getMotifs()
              .getMotifsList()
              .forEach(m -> lines.add(m.getName() + " " + Counts.toDecimal(m.getCount())));
      case PATTERN -> lines.add("matches " + Counts.toDecimal(result.getPattern().getMatches()));
      case LISTING ->
          lines.add(
              "listed "
                  + result.getListing().getListed()
                  + (result.getListing().getComplete() ? " (all there are)" : " (limit reached)"));
      case ANSWER_NOT_SET -> lines.add("no answer");
    }
    if (result.hasFailure()) {
      lines.add(
          (result.getPartial() ? "partial: " : "failed: ") + result.getFailure().getMessage());
    }
    return lines;
  }

  private static List<String> entries(ResultPage page, VertexNames names) {
    List<String> entries = new ArrayList<>();
    switch (page.getContentCase()) {
      case VERTEX_COUNTS -> {
        var counts = page.getVertexCounts();
        for (int i = 0; i < counts.getVerticesCount(); i++) {
          entries.add(
              "vertex "
                  + shown(names, counts.getVertices(i))
                  + " "
                  + Counts.toDecimal(counts.getCounts(i)));
        }
      }
      case EDGE_COUNTS -> {
        var counts = page.getEdgeCounts();
        for (int i = 0; i < counts.getFromCount(); i++) {
          entries.add(
              "edge "
                  + shown(names, counts.getFrom(i))
                  + "-"
                  + shown(names, counts.getTo(i))
                  + " "
                  + Counts.toDecimal(counts.getCounts(i)));
        }
      }
      case VERTEX_COEFFICIENTS -> {
        var coefficients = page.getVertexCoefficients();
        for (int i = 0; i < coefficients.getVerticesCount(); i++) {
          entries.add(
              String.format(
                  Locale.ROOT,
                  "vertex %s clustering %.6f",
                  shown(names, coefficients.getVertices(i)),
                  coefficients.getCoefficients(i)));
        }
      }
      case VERTEX_SETS -> page.getVertexSets().getSetsList().forEach(s -> entries.add(ids(s, names)));
      case CONTENT_NOT_SET -> {}
    }
    return entries;
  }

  private static String timing(JobResult result) {
    return String.format(
        Locale.ROOT,
        "%,d vertices, %,d edges; engine %s; prepare %.1f ms, compute %.1f ms",
        result.getVertices(),
        result.getEdges(),
        result.getEngine(),
        result.getTimings().getPrepareNanos() / 1e6,
        result.getTimings().getComputeNanos() / 1e6);
  }

  private static String ids(VertexSet set, VertexNames names) {
    return set.getVerticesList().stream()
        .map(id -> shown(names, id))
        .collect(Collectors.joining(" ", "{", "}"));
  }

  /** A name on one line, in quotes where it holds blanks or braces. */
  private static String shown(VertexNames names, long id) {
    String name = names.of(id);
    if (!names.areText()) {
      return name;
    }
    String escaped = Excerpt.escaped(name);
    boolean plain = escaped.chars().noneMatch(c -> c <= ' ' || c == '"' || c == '{' || c == '}');
    return plain ? escaped : '"' + escaped.replace("\"", "\\\"") + '"';
  }
}
