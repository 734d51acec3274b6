package io.cliquestream.cli.report;

import io.cliquestream.cli.drawing.Html;
import io.cliquestream.cli.output.Measured;
import io.cliquestream.cli.output.ResultText;
import io.cliquestream.contract.JobKind;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.Timings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An answer as one page. Everything that came from a file, a name or a command line is escaped, and
 * the page forbids itself scripts and every other host.
 *
 * @param source where the graph comes from
 * @param graph where it is in this process; without it no neighbourhoods are drawn
 * @param pattern what was matched
 * @param measured what the job took, where it ran in this process
 * @param command the words of the command line
 */
public record HtmlReport(
    JobKind kind,
    JobResult result,
    String source,
    Optional<SimpleGraph> graph,
    VertexNames names,
    Optional<Pattern> pattern,
    ReportRows rows,
    Optional<Measured> measured,
    List<String> command)
    implements ReportPage {
  private static final Map<JobKind, String> TITLES =
      Map.of(
          JobKind.TRIANGLES, "Triangles",
          JobKind.K_CLIQUES, "Cliques by size",
          JobKind.MAX_CLIQUE, "Maximum cliques",
          JobKind.MAXIMAL_CLIQUES, "Maximal cliques",
          JobKind.MOTIFS, "Motif census",
          JobKind.MATCH, "Pattern matches",
          JobKind.LIST_CLIQUES, "Cliques listed",
          JobKind.CLIQUE_ESTIMATE, "Estimated cliques",
          JobKind.CORE_NUMBERS, "Core numbers");

  @Override
  public String page() {
    StringBuilder out =
        PageFrame.begin(
            kind.text() + " of " + source, TITLES.getOrDefault(kind, kind.text()), source);
    head(out);
    ReportPictures pictures = new ReportPictures(kind, result, graph, names, pattern, rows);
    pictures.write(out);
    plan(out);
    times(out);
    return PageFrame.end(out, command);
  }

  private void head(StringBuilder out) {
    PageFrame.card(out, "vertices", String.format(Locale.ROOT, "%,d", result.getVertices()));
    PageFrame.card(out, "edges", String.format(Locale.ROOT, "%,d", result.getEdges()));
    // Figures end with their value; vertices and motifs are drawn below.
    ResultText.figures(result).stream()
        .filter(_ -> kind != JobKind.MOTIFS)
        .filter(line -> !line.matches("(\\{|of size ).*") && !line.contains(": "))
        .limit(4)
        .forEach(
            line -> {
              int value = valueAt(line);
              PageFrame.card(
                  out, line.substring(0, Math.max(0, value)).strip(), line.substring(value));
            });
    PageFrame.card(out, "engine", result.getEngine());
    PageFrame.card(out, "time", seconds(totalNanos()));
    PageFrame.endCards(out);
    if (result.hasFailure()) {
      out.append("<p class=\"warning\">")
          .append(result.getPartial() ? "Partial: " : "Failed: ")
          .append(Html.escape(result.getFailure().getMessage()))
          .append("</p>\n");
    }
  }

  /** Where the last words of a figure begin: its first digit that follows a space. */
  private static int valueAt(String line) {
    for (int i = 1; i < line.length(); i++) {
      if (Character.isDigit(line.charAt(i)) && line.charAt(i - 1) == ' ') {
        return i;
      }
    }
    return 0;
  }

  private void plan(StringBuilder out) {
    if (result.getPlanMap().isEmpty()) {
      return;
    }
    out.append("<section>\n<h2>Plan</h2>\n<table>\n");
    new TreeMap<>(result.getPlanMap())
        .forEach(
            (choice, value) ->
                out.append("<tr><th>")
                    .append(Html.escape(choice))
                    .append("</th><td><pre>")
                    .append(Html.escape(value))
                    .append("</pre></td></tr>\n"));
    out.append("</table>\n</section>\n");
  }

  /** A part of the time, in nanoseconds. */
  private record Span(String label, long nanos) {}

  private long totalNanos() {
    return measured
        .map(Measured::totalNanos)
        .orElseGet(() -> spans().stream().mapToLong(Span::nanos).sum());
  }

  /** Where the time went: in this process, or in the worker that answered. */
  private List<Span> spans() {
    Timings timings = result.getTimings();
    long prepare = timings.getPrepareNanos();
    long compute = timings.getComputeNanos();
    if (measured.isEmpty()) {
      return List.of(
          new Span("queued", timings.getQueuedNanos()),
          new Span("copy", timings.getTransferNanos()),
          new Span("prepare", prepare),
          new Span("compute", compute),
          new Span("publish", timings.getPublishNanos()));
    }
    long read = measured.get().readNanos();
    long build = measured.get().buildNanos();
    long other = measured.get().totalNanos() - read - build - prepare - compute;
    return List.of(
        new Span("read", read),
        new Span("build", build),
        new Span("prepare", prepare),
        new Span("compute", compute),
        new Span("other", Math.max(0, other)));
  }

  private void times(StringBuilder out) {
    List<Span> spans = spans();
    long total = Math.max(1, totalNanos());
    out.append("<section>\n<h2>Where the time went</h2>\n<div class=\"times\">\n");
    for (int i = 0; i < spans.size(); i++) {
      Span span = spans.get(i);
      out.append(
          String.format(
              Locale.ROOT,
              "<span class=\"t%d\" style=\"width:%.2f%%\" title=\"%s %s\"></span>%n",
              i,
              100.0 * span.nanos() / total,
              span.label(),
              seconds(span.nanos())));
    }
    out.append("</div>\n<ul class=\"legend\">\n");
    for (int i = 0; i < spans.size(); i++) {
      out.append(
          String.format(
              Locale.ROOT,
              "<li><i class=\"t%d\"></i>%s %s</li>%n",
              i,
              spans.get(i).label(),
              seconds(spans.get(i).nanos())));
    }
    out.append("</ul>\n");
    measured.ifPresent(known -> memory(known, out));
    out.append("</section>\n");
  }

  private static void memory(Measured known, StringBuilder out) {
    out.append("<p class=\"note\">Processor time of all threads ")
        .append(seconds(known.processorNanos()));
    known
        .peakBytes()
        .ifPresent(
            peak -> out.append(String.format(Locale.ROOT, ", memory %,d MiB at most", peak >> 20)));
    out.append(
        String.format(
            Locale.ROOT, ", of it the graph %,.1f MiB.</p>%n", known.graphBytes() / 1048576.0));
  }

  private static String seconds(long nanos) {
    return nanos < 1_000_000_000L
        ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }
}
