package io.cliquestream.cli.report;

import io.cliquestream.cli.drawing.BarsSvg;
import io.cliquestream.cli.drawing.Html;
import io.cliquestream.cli.drawing.NeighborhoodSvg;
import io.cliquestream.cli.drawing.PatternSvg;
import io.cliquestream.contract.Counts;
import io.cliquestream.contract.JobKind;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.MotifClass;
import io.cliquestream.v1.CliqueEstimateAnswer;
import io.cliquestream.v1.CliquesOfSize;
import io.cliquestream.v1.CoreNumbersAnswer;
import io.cliquestream.v1.EstimatedCliques;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.VertexSet;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The pictures of an answer: bars by size or shape, the largest rows, a clique in its place. */
record ReportPictures(
    JobKind kind,
    JobResult result,
    Optional<SimpleGraph> graph,
    VertexNames names,
    Optional<Pattern> pattern,
    ReportRows rows) {
  /** Motifs drawn; the most frequent of a larger census. */
  private static final int MOTIFS = 30;

  /** Vertices of a set that are listed. */
  private static final int LISTED = 200;

  void write(StringBuilder out) {
    pattern.ifPresent(shape -> PageFrame.section(out, "Pattern", picture(shape), shape.toString()));
    answer(out);
    List<ResultPage> top = rows.top();
    for (ResultPage page : top) {
      rows(page, out);
    }
    if (!rows.histogram().isEmpty()) {
      BarsSvg bars = new BarsSvg();
      rows.histogram()
          .bars()
          .forEach(bar -> bars.bar(bar.label(), BigInteger.valueOf(bar.vertices())));
      PageFrame.section(
          out, "Vertices by count", bars.svg("How many vertices have which count"), "");
    }
    focus(top)
        .ifPresent(
            vertices -> {
              if (graph.isPresent()) {
                neighborhood(graph.get(), vertices, out);
              } else if (vertices.size() > 1) {
                listed(vertices, out);
              }
            });
  }

  private void answer(StringBuilder out) {
    BarsSvg bars = new BarsSvg();
    switch (result.getAnswerCase()) {
      case K_CLIQUES -> sizes(result.getKCliques().getCliquesList(), bars);
      case MAXIMAL_CLIQUES -> sizes(result.getMaximalCliques().getBySizeList(), bars);
      case MOTIFS -> motifs(bars);
      case CORE_NUMBERS -> cores(result.getCoreNumbers(), out);
      case CLIQUE_ESTIMATE -> estimates(result.getCliqueEstimate(), out);
      case TRIANGLES, MAXIMUM_CLIQUE, PATTERN, LISTING, ANSWER_NOT_SET -> {}
    }
    if (!bars.isEmpty()) {
      boolean motifs = kind == JobKind.MOTIFS;
      PageFrame.section(
          out,
          motifs ? "Subgraphs by shape" : "Cliques by size",
          bars.svg(motifs ? "Numbers of motifs" : "Numbers of cliques"),
          "");
    }
  }

  private static void sizes(List<CliquesOfSize> sizes, BarsSvg bars) {
    sizes.forEach(size -> bars.bar("size " + size.getSize(), Counts.toBigInteger(size.getCount())));
  }

  private static void cores(CoreNumbersAnswer answer, StringBuilder out) {
    BarsSvg bars = new BarsSvg();
    answer
        .getCoresList()
        .forEach(
            core -> bars.bar("core " + core.getCore(), BigInteger.valueOf(core.getVertices())));
    PageFrame.section(
        out, "Vertices by core number", bars.svg("How many vertices have which core number"), "");
  }

  /** Bars of the estimates, and a table of their intervals. */
  private static void estimates(CliqueEstimateAnswer answer, StringBuilder out) {
    BarsSvg bars = new BarsSvg();
    StringBuilder table =
        new StringBuilder("<table>\n<tr><th>size</th><th>estimate</th><th>interval</th></tr>\n");
    for (EstimatedCliques size : answer.getCliquesList()) {
      bars.bar("size " + size.getSize(), new BigDecimal(size.getEstimate()).toBigInteger());
      table.append(
          String.format(
              Locale.ROOT,
              "<tr><td>%d</td><td>%.6g</td><td>%s</td></tr>%n",
              size.getSize(),
              size.getEstimate(),
              size.getExact()
                  ? "exact"
                  : String.format(Locale.ROOT, "%.6g to %.6g", size.getLow(), size.getHigh())));
    }
    PageFrame.section(
        out,
        "Cliques by size, estimated",
        bars.svg("Estimated numbers of cliques") + table.append("</table>\n"),
        String.format(
            Locale.ROOT,
            "An interval holds the exact count with a probability of %s.",
            answer.getConfidence()));
  }

  private void motifs(BarsSvg bars) {
    Map<String, Pattern> shapes = new HashMap<>();
    for (int size = 3; size <= 6; size++) {
      MotifClass.ofSize(size).forEach(motif -> shapes.put(motif.name(), motif.pattern()));
    }
    result.getMotifs().getMotifsList().stream()
        .sorted(
            (first, second) ->
                Counts.toBigInteger(second.getCount())
                    .compareTo(Counts.toBigInteger(first.getCount())))
        .limit(MOTIFS)
        .forEach(
            motif ->
                bars.bar(
                    motif.getName(),
                    shapes.get(motif.getName()),
                    Counts.toBigInteger(motif.getCount())));
  }

  private void rows(ResultPage page, StringBuilder out) {
    BarsSvg bars = new BarsSvg();
    switch (page.getContentCase()) {
      case VERTEX_COUNTS -> {
        var counts = page.getVertexCounts();
        for (int i = 0; i < counts.getVerticesCount(); i++) {
          bars.bar(names.of(counts.getVertices(i)), Counts.toBigInteger(counts.getCounts(i)));
        }
        PageFrame.section(out, "Top vertices", bars.svg("Vertices with the largest counts"), "");
      }
      case EDGE_COUNTS -> {
        var counts = page.getEdgeCounts();
        for (int i = 0; i < counts.getFromCount(); i++) {
          bars.bar(
              names.of(counts.getFrom(i)) + " – " + names.of(counts.getTo(i)),
              Counts.toBigInteger(counts.getCounts(i)));
        }
        PageFrame.section(out, "Top edges", bars.svg("Edges with the largest counts"), "");
      }
      case VERTEX_COEFFICIENTS -> {
        var list = page.getVertexCoefficients();
        StringBuilder table =
            new StringBuilder("<table>\n<tr><th>vertex</th><th>clustering</th></tr>\n");
        for (int i = 0; i < list.getVerticesCount(); i++) {
          table.append(
              String.format(
                  Locale.ROOT,
                  "<tr><td>%s</td><td>%.6f</td></tr>%n",
                  Html.escape(names.of(list.getVertices(i))),
                  list.getCoefficients(i)));
        }
        PageFrame.section(
            out, "Most clustered vertices", table.append("</table>\n").toString(), "");
      }
      case VERTEX_SETS, CONTENT_NOT_SET -> {}
    }
  }

  /** Vertices to be drawn with what is around them: a set that was found, or the top vertex. */
  private Optional<List<Long>> focus(List<ResultPage> top) {
    Optional<VertexSet> set =
        result.hasMaximumClique()
            ? result.getMaximumClique().getCliquesList().stream().findFirst()
            : rows.largest();
    return set.map(VertexSet::getVerticesList)
        .or(
            () ->
                top.stream()
                    .filter(ResultPage::hasVertexCounts)
                    .findFirst()
                    .map(page -> List.of(page.getVertexCounts().getVertices(0))));
  }

  /** A set of a graph that is not here. */
  private void listed(List<Long> vertices, StringBuilder out) {
    String text =
        vertices.stream().limit(LISTED).map(names::of).collect(Collectors.joining(", "))
            + (vertices.size() > LISTED ? ", …" : "");
    PageFrame.section(
        out,
        kind == JobKind.MATCH ? "A match" : "A clique of " + vertices.size(),
        "<p>" + Html.escape(text) + "</p>\n",
        "");
  }

  private void neighborhood(SimpleGraph graph, List<Long> ids, StringBuilder out) {
    if (!(graph instanceof Graph dense)) {
      return;
    }
    List<Integer> focus = new ArrayList<>();
    for (long id : ids) {
      int vertex = dense.ids().dense(id);
      if (vertex >= 0) {
        focus.add(vertex);
      }
    }
    if (focus.isEmpty()) {
      return;
    }
    NeighborhoodSvg picture = new NeighborhoodSvg(dense, names, focus);
    boolean one = focus.size() == 1;
    String title =
        one
            ? "The top vertex and its neighbours"
            : kind == JobKind.MATCH
                ? "A match and its neighbourhood"
                : "A clique of " + focus.size() + " and its neighbourhood";
    PageFrame.section(out, title, picture.svg(title), picture.note());
  }

  /** A pattern drawn alone. */
  private static String picture(Pattern pattern) {
    return "<svg class=\"shape\" viewBox=\"0 0 120 120\" role=\"img\">"
        + PatternSvg.group(pattern, 60, 60, 46)
        + "</svg>\n";
  }
}
