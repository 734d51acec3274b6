package io.cliquestream.cli.info;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.cli.output.AnswerOptions;
import io.cliquestream.cli.output.RowFile;
import io.cliquestream.cli.output.WatchedWork;
import io.cliquestream.cli.report.QuestionReport;
import io.cliquestream.cli.report.ReportFile;
import io.cliquestream.cli.report.ReportOption;
import io.cliquestream.cli.rows.RowKind;
import io.cliquestream.cli.rows.RowLayout;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.formats.source.Source;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.survey.GraphDifference;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says how two graphs differ. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Says how a second graph differs from a first: common, added and removed vertices and edges."
          + " --output writes the edges that only one of them has.",
      "The first is --graph, or the first GRAPH_ID@VERSION that lies on a broker; the second is"
          + " --with, or the next of those."
    })
public final class CompareCommand implements Callable<Integer> {
  @Mixin private GraphFileOptions files;
  @Mixin private BrokerOptions broker;
  @Mixin private AnswerOptions answer;
  @Mixin private ReportOption report;
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..2",
      paramLabel = "GRAPH_ID@VERSION",
      description =
          "A version that was published, as shop@3, or shop for its newest; read from the broker"
              + " with the deltas that made it.")
  private List<String> versions = List.of();

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description =
          "A file of the first graph, - for standard input, or a URL; several are one graph.")
  private List<String> first = List.of();

  @Option(
      names = "--with",
      paramLabel = "FILE",
      description = "A file of the second graph, likewise.")
  private List<String> second = List.of();

  @Option(names = "--triangles", description = "Compare the numbers of triangles, too.")
  private boolean triangles;

  /** Edges to be shown as text; the rest is counted alone. */
  private final List<String> shown = new ArrayList<>();

  @Override
  public Integer call() {
    answer.check();
    Options.require(answer.top().isEmpty(), "edges that differ have no counts for --top");
    int graphs = (first.isEmpty() ? 0 : 1) + (second.isEmpty() ? 0 : 1) + versions.size();
    if (graphs != 2) {
      throw new ParameterException(
          spec.commandLine(),
          "two graphs are compared, and "
              + graphs
              + (graphs == 1 ? " is" : " are")
              + " given: files by --graph and --with, published versions as GRAPH_ID@VERSION");
    }
    Options.require(
        !first.contains(Source.STANDARD_INPUT) || !second.contains(Source.STANDARD_INPUT),
        "standard input can be read once: '-' is either of --graph or of --with");
    List<PublishedName> published = published();
    WatchedWork work = WatchedWork.begin("compare");
    return work.run(() -> run(published, work));
  }

  private List<PublishedName> published() {
    try {
      return versions.stream().map(PublishedName::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private int run(List<PublishedName> published, WatchedWork work) {
    JobControl control = work.control();
    Iterator<PublishedName> next = published.iterator();
    try (ReportFile page = report.open();
        PublishedGraphs topic =
            published.isEmpty()
                ? null
                : PublishedGraphs.of(broker, files.nameBytes(), System.getenv());
        ComparedGraph before = open(first, topic, next, work);
        ComparedGraph after = open(second, topic, next, work)) {
      GraphDifference difference = work.show(() -> difference(before, after, control));
      // Where one has names, numbers are names, too, as in the comparison.
      boolean named = before.names().areText() || after.names().areText();
      VertexNames names = before.names().areText() ? before.names() : after.names();
      Optional<RowFile> rows = answer.file(RowLayout.of(RowKind.EDGE_CHANGE), names);
      try {
        Supplier<GraphDifference.Totals> comparing =
            () ->
                difference.compare(
                    (added, from, to) -> edge(added ? after : before, added, from, to, named, rows),
                    control);
        // Rows on the screen and a bar would be drawn over each other.
        GraphDifference.Totals totals =
            rows.filter(RowFile::isStandard).isPresent() ? comparing.get() : work.show(comparing);
        rows.ifPresent(RowFile::finish);
        Optional<BigInteger[]> counts =
            triangles
                ? Optional.of(
                    work.show(
                        () ->
                            new BigInteger[] {
                              OpenGraph.triangles(before.prepared(), control),
                              OpenGraph.triangles(after.prepared(), control)
                            }))
                : Optional.empty();
        PrintWriter out = RowFile.textBeside(rows, spec);
        if (answer.json()) {
          out.println(render(before, after, totals, counts, rows));
        } else {
          print(totals, counts, rows, out);
        }
        page.write(_ -> page(before, after, totals, counts));
        out.flush();
      } finally {
        rows.ifPresent(RowFile::close);
      }
    }
    return ExitCode.OK.number();
  }

  /** The graph of files if there are some, else the next one that was published. */
  private ComparedGraph open(
      List<String> sources, PublishedGraphs topic, Iterator<PublishedName> next, WatchedWork work) {
    return sources.isEmpty()
        ? topic.read(next.next(), work)
        : ComparedGraph.of(OpenGraph.of(files, sources, work));
  }

  private QuestionReport page(
      ComparedGraph before,
      ComparedGraph after,
      GraphDifference.Totals totals,
      Optional<BigInteger[]> counts) {
    QuestionReport page =
        new QuestionReport(
                "How the graphs differ",
                before.source() + " and " + after.source(),
                spec.root().commandLine().getParseResult().originalArgs())
            .card("common edges", totals.commonEdges())
            .card("added edges", totals.addedEdges())
            .card("removed edges", totals.removedEdges());
    counts.ifPresent(
        both ->
            page.card("triangles before", String.format(Locale.ROOT, "%,d", both[0]))
                .card("triangles after", String.format(Locale.ROOT, "%,d", both[1])));
    return page.picture(
            "Vertices",
            bars(totals.commonVertices(), totals.addedVertices(), totals.removedVertices()))
        .picture("Edges", bars(totals.commonEdges(), totals.addedEdges(), totals.removedEdges()));
  }

  private static List<QuestionReport.Bar> bars(long common, long added, long removed) {
    return List.of(
        new QuestionReport.Bar("common", common),
        new QuestionReport.Bar("added", added),
        new QuestionReport.Bar("removed", removed));
  }

  /** By ids, or, where the vertices of either have names, by these. */
  private static GraphDifference difference(
      ComparedGraph before, ComparedGraph after, JobControl control) {
    if (!before.names().areText() && !after.names().areText()) {
      return GraphDifference.of(before.graph(), after.graph(), control);
    }
    return GraphDifference.of(
        before.graph(), after.graph(), v -> before.find(after.name(v)), control);
  }

  private void edge(
      ComparedGraph graph, boolean added, int from, int to, boolean named, Optional<RowFile> rows) {
    String change = added ? "added" : "removed";
    if (rows.isPresent()) {
      rows.get()
          .write(
              row -> {
                row.begin(RowKind.EDGE_CHANGE);
                row.text(change);
                if (named) {
                  row.text(graph.name(from));
                  row.text(graph.name(to));
                } else {
                  row.vertex(graph.graph().originalId(from));
                  row.vertex(graph.graph().originalId(to));
                }
                row.end();
                return 1;
              });
    } else if (shown.size() < answer.rows()) {
      shown.add(change + " " + graph.shown(from) + "-" + graph.shown(to));
    }
  }

  private void print(
      GraphDifference.Totals totals,
      Optional<BigInteger[]> counts,
      Optional<RowFile> rows,
      PrintWriter out) {
    String line = "%-10s%,15d common%,15d added%,15d removed%n";
    out.printf(
        Locale.ROOT,
        line,
        "vertices",
        totals.commonVertices(),
        totals.addedVertices(),
        totals.removedVertices());
    out.printf(
        Locale.ROOT,
        line,
        "edges",
        totals.commonEdges(),
        totals.addedEdges(),
        totals.removedEdges());
    counts.ifPresent(
        both ->
            out.printf(
                Locale.ROOT,
                "triangles %,15d before%,15d after%,+15d difference%n",
                both[0],
                both[1],
                both[1].subtract(both[0])));
    rows.ifPresent(file -> out.println(file.summary()));
    shown.forEach(out::println);
    long more = totals.addedEdges() + totals.removedEdges() - shown.size();
    if (rows.isEmpty() && more > 0) {
      out.println("… and " + more + " more (--rows N shows more, --output FILE all of them)");
    }
  }

  private static String render(
      ComparedGraph before,
      ComparedGraph after,
      GraphDifference.Totals totals,
      Optional<BigInteger[]> counts,
      Optional<RowFile> rows) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("question", "compare");
    describe(root.putObject("graph"), before);
    describe(root.putObject("with"), after);
    ObjectNode result = root.putObject("result");
    ObjectNode vertices = result.putObject("vertices");
    vertices.put("common", Long.toString(totals.commonVertices()));
    vertices.put("added", Long.toString(totals.addedVertices()));
    vertices.put("removed", Long.toString(totals.removedVertices()));
    ObjectNode edges = result.putObject("edges");
    edges.put("common", Long.toString(totals.commonEdges()));
    edges.put("added", Long.toString(totals.addedEdges()));
    edges.put("removed", Long.toString(totals.removedEdges()));
    counts.ifPresent(
        both -> {
          ObjectNode triangles = result.putObject("triangles");
          triangles.put("before", both[0].toString());
          triangles.put("after", both[1].toString());
        });
    rows.ifPresent(file -> file.describe(root));
    return root.toString();
  }

  private static void describe(ObjectNode about, ComparedGraph graph) {
    graph
        .published()
        .ifPresent(
            name ->
                about
                    .put("id", name.graphId())
                    .put(
                        "version",
                        new BigInteger(Long.toUnsignedString(name.version().orElse(0)))));
    about.put("vertices", graph.graph().vertexTotal());
    about.put("edges", graph.graph().edgeCount());
  }
}
